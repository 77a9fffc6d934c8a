with daily as (
    select
        *,
        lag(usd_per_unit) over (partition by currency order by rate_date) as rate_before
    from {{ ref('int_fx_rates_daily') }}
    where currency <> 'USD'
)

select
    daily.currency,
    daily.rate_date,
    daily.usd_per_unit,
    daily.rate_before
from daily
left join {{ ref('stg_treasury__fx_rates') }} as quoted
    on daily.currency = quoted.currency
    and daily.rate_date = quoted.rate_date
where (quoted.rate_date is null and daily.usd_per_unit <> daily.rate_before)
    or (quoted.rate_date is not null and daily.usd_per_unit <> quoted.usd_per_unit)
    or abs(daily.usd_per_unit / daily.rate_before - 1) > 0.05
