-- Constant rates are set once a year; they may differ from the mean of the days, but not by much.
with means as (
    select
        currency,
        avg(usd_per_unit) as usd_per_unit
    from {{ ref('int_fx_rates_daily') }}
    group by currency
)

select
    constant_rates.currency,
    constant_rates.usd_per_unit as constant_usd_per_unit,
    means.usd_per_unit as mean_usd_per_unit
from {{ ref('constant_fx_rates') }} as constant_rates
left join means
    on constant_rates.currency = means.currency
where means.currency is null
    or constant_rates.usd_per_unit / means.usd_per_unit not between 0.87 and 1.15
