select customers.account_id
from {{ ref('dim_customers') }} as customers
inner join {{ ref('dim_accounts') }} as accounts on customers.account_id = accounts.account_id
where not accounts.is_reportable
