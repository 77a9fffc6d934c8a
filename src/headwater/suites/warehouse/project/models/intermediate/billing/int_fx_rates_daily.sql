{{ config(materialized='table') }}

-- Banks are closed on weekends and holidays: the last known rate holds until the next one is set. The first days of
-- history, before the first rate, take that first rate.
with days as (
    {{ date_spine(history_start(), as_of()) }}
),

rates as (
    select
        currency,
        rate_date,
        usd_per_unit,
        row_number() over (partition by currency order by rate_date) as rate_number,
        lead(rate_date) over (partition by currency order by rate_date) as next_rate_date
    from {{ ref('stg_treasury__fx_rates') }}
),

periods as (
    select
        currency,
        rate_date,
        usd_per_unit,
        case when rate_number = 1 then least(rate_date, {{ history_start() }}) else rate_date end as valid_from,
        coalesce(next_rate_date, {{ day_after(as_of()) }}) as valid_until
    from rates
),

carried as (
    select
        periods.currency,
        days.date_day as rate_date,
        periods.usd_per_unit,
        periods.rate_date as quoted_on,
        periods.rate_date <> days.date_day as is_carried
    from days
    inner join periods
        on days.date_day >= periods.valid_from
        and days.date_day < periods.valid_until
),

reporting_currency as (
    select
        '{{ var("reporting_currency") }}' as currency,
        date_day as rate_date,
        cast(1 as decimal(18, 8)) as usd_per_unit,
        date_day as quoted_on,
        false as is_carried
    from days
)

select * from carried
union all
select * from reporting_currency
