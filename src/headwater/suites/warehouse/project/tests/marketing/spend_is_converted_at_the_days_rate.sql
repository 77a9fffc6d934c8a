with months as (
    select
        month_start,
        currency,
        sum(spend) as spend,
        sum(spend_usd) as spend_usd
    from {{ ref('fct_ad_spend_daily') }}
    where currency <> '{{ var("reporting_currency") }}'
    group by month_start, currency
),

rates as (
    select
        {{ month_start('rate_date') }} as month_start,
        currency,
        min(usd_per_unit) as lowest,
        max(usd_per_unit) as highest
    from {{ ref('stg_treasury__fx_rates') }}
    group by {{ month_start('rate_date') }}, currency
)

select months.month_start, months.currency, months.spend, months.spend_usd
from months
left join rates
    on months.month_start = rates.month_start
    and months.currency = rates.currency
where rates.lowest is null
    or months.spend_usd < months.spend * rates.lowest * 0.98
    or months.spend_usd > months.spend * rates.highest * 1.02
