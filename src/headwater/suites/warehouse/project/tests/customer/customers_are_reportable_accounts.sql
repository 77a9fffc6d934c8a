{{ config(meta={
    'symptom': "Mooring's own accounts or tests are among the customers.",
    'business': "There are test customers in the health report.",
}) }}
select customers.account_id
from {{ ref('dim_customers') }} as customers
inner join {{ ref('dim_accounts') }} as accounts on customers.account_id = accounts.account_id
where not accounts.is_reportable
