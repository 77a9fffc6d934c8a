-- What the first rule found, the second one finds as well; it only knows more.
select *
from {{ ref('brg_billing_customers_legacy') }}
where comparison = 'different'
