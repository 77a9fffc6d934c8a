select distinct mrr.account_id
from {{ ref('sem_recurring_revenue') }} as mrr
inner join {{ ref('dim_accounts') }} as accounts
    on mrr.account_id = accounts.account_id
where not accounts.is_reportable
