with matched as (

    select
        account_id,
        min(created_at) as first_created_at
    from {{ ref('int_billing_customer_accounts') }}
    where account_id is not null
    group by account_id

)

select accounts.account_id, accounts.billing_customer_id
from {{ ref('dim_accounts') }} as accounts
inner join matched
    on accounts.account_id = matched.account_id
left join {{ ref('int_billing_customer_accounts') }} as customers
    on accounts.billing_customer_id = customers.customer_id
where customers.customer_id is null or customers.created_at <> matched.first_created_at
