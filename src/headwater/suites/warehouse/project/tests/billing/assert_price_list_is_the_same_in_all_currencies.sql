with current_prices as (
    select
        product_id,
        billing_interval,
        min(monthly_unit_amount_usd) as lowest,
        max(monthly_unit_amount_usd) as highest
    from {{ ref('dim_prices') }}
    where is_current
        and billing_interval <> 'one_time'
    group by product_id, billing_interval
)

select *
from current_prices
where highest > 1.5 * lowest
