-- REP-58: the second rule and int_billing_customer_accounts name the same account for every customer of the provider.
select
    old_match.bill_id,
    old_match.cust_id,
    new_match.account_id
from {{ ref('base_billing_customers_v2') }} as old_match
inner join {{ ref('int_billing_customer_accounts') }} as new_match on old_match.bill_id = new_match.customer_id
where old_match.cust_id <> coalesce(new_match.account_id, '(unknown)')
