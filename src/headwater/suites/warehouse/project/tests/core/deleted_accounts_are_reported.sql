{{ config(meta={
    'symptom': "In the list of accounts, accounts that left do not count any more at all.",
    'business': "Churned customers have vanished from history."
}) }}

select
    {{ count_where('is_deleted') }} as deleted_accounts,
    {{ count_where('is_deleted and is_reportable') }} as reported_accounts
from {{ ref('dim_accounts') }}
having {{ count_where('is_deleted and is_reportable') }} < 0.9 * {{ count_where('is_deleted') }}
