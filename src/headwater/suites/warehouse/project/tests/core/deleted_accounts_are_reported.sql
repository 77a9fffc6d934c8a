select
    {{ count_where('is_deleted') }} as deleted_accounts,
    {{ count_where('is_deleted and is_reportable') }} as reported_accounts
from {{ ref('dim_accounts') }}
having {{ count_where('is_deleted and is_reportable') }} < 0.9 * {{ count_where('is_deleted') }}
