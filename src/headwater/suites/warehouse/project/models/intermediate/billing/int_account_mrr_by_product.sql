{{ config(materialized='table') }}

-- All recurring revenue, cloud and self-managed, by account, month and product line.
with subscriptions as (
    select
        account_id,
        month_start,
        product_line,
        mrr_usd,
        case when product_line = 'cloud' then seats else 0 end as seats,
        1 as contracts
    from {{ ref('int_subscription_mrr_monthly') }}
),

licenses as (
    select
        account_id,
        month_start,
        'self_managed' as product_line,
        mrr_usd,
        seats,
        1 as contracts
    from {{ ref('int_license_mrr_monthly') }}
),

unioned as (
    select * from subscriptions
    union all
    select * from licenses
)

select
    account_id,
    month_start,
    product_line,
    sum(mrr_usd) as mrr_usd,
    sum(seats) as seats,
    sum(contracts) as contracts
from unioned
where account_id is not null
group by account_id, month_start, product_line
having sum(mrr_usd) > 0
