{{ config(meta={
    'symptom': "The shares of channels in a new customer add up to more or less than one.",
    'business': "New customers by channel are more than new customers.",
}) }}

select account_id, sum(weight) as weight
from {{ ref('fct_customer_acquisitions') }}
group by account_id
having abs(sum(weight) - 1) > 0.00001
