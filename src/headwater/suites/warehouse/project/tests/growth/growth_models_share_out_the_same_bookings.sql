-- Seven models, one quarter's bookings.
with totals as (

    select
        attribution_model,
        fiscal_quarter,
        sum(acv_usd) as acv_usd,
        sum(bookings) as bookings
    from {{ ref('agg_growth_attribution_quarterly') }}
    group by attribution_model, fiscal_quarter

)

select
    fiscal_quarter,
    min(acv_usd) as least_acv_usd,
    max(acv_usd) as greatest_acv_usd
from totals
group by fiscal_quarter
having max(acv_usd) - min(acv_usd) > 0.05
    or max(bookings) - min(bookings) > 0.00001
