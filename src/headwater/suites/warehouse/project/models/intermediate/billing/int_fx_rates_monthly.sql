-- Balances are valued at the closing rate of a month, plans at its average.
with daily as (
    select
        *,
        {{ month_start('rate_date') }} as month_start
    from {{ ref('int_fx_rates_daily') }}
),

averages as (
    select
        currency,
        month_start,
        max(rate_date) as closing_on,
        cast(avg(usd_per_unit) as decimal(18, 6)) as average_usd_per_unit
    from daily
    group by currency, month_start
)

select
    averages.currency,
    averages.month_start,
    averages.closing_on,
    averages.average_usd_per_unit,
    daily.usd_per_unit as closing_usd_per_unit
from averages
inner join daily
    on averages.currency = daily.currency
    and averages.closing_on = daily.rate_date
