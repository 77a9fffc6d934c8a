{{ config(meta={
    'symptom': 'Recurring revenue in the reports has rows of accounts of our own or of tests.',
    'business': 'Our own workspaces are in ARR.'
}) }}

select distinct mrr.account_id
from {{ ref('sem_recurring_revenue') }} as mrr
inner join {{ ref('dim_accounts') }} as accounts
    on mrr.account_id = accounts.account_id
where not accounts.is_reportable
