-- Accounts with people at work: growth's states against the product team's account report. Deleted accounts are 'gone' in the
-- month of their deletion here, and active there if anybody was in.
with growth as (

    select
        month_start,
        count(*) as accounts
    from {{ ref('fct_growth_lifecycle_monthly') }}
    where user_days > 0
    group by month_start

),

product as (

    select
        month_start,
        sum(active_accounts) as accounts
    from {{ ref('rpt_account_activity_by_segment') }}
    group by month_start

)

select
    growth.month_start,
    growth.accounts,
    product.accounts as products
from growth
full outer join product
    on growth.month_start = product.month_start
where coalesce(growth.accounts, 0) <> coalesce(product.accounts, 0)
