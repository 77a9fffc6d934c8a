select account_id, sum(weight) as weight
from {{ ref('fct_customer_acquisitions') }}
group by account_id
having abs(sum(weight) - 1) > 0.00001
