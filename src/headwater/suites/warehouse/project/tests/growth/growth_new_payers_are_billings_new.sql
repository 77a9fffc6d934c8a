-- Who pays for the first time: growth's accounts against billing's movements.
with growth as (

    select
        first_paid_month as month_start,
        count(*) as accounts,
        sum(first_mrr_usd) as mrr_usd
    from {{ ref('int_growth_accounts') }}
    where first_paid_month is not null
    group by first_paid_month

),

billing as (

    select
        month_start,
        count(*) as accounts,
        sum(mrr_usd) as mrr_usd
    from {{ ref('fct_mrr_movements') }}
    where movement_type = 'new'
    group by month_start

)

select
    growth.month_start,
    growth.accounts,
    billing.accounts as billings,
    growth.mrr_usd,
    billing.mrr_usd as billings_mrr_usd
from growth
full outer join billing
    on growth.month_start = billing.month_start
where coalesce(growth.accounts, 0) <> coalesce(billing.accounts, 0)
    or abs(coalesce(growth.mrr_usd, 0) - coalesce(billing.mrr_usd, 0)) > 0.01
