{{ config(
    materialized='incremental',
    event_time='date_day',
    incremental_strategy='delete+insert',
    unique_key='date_day'
) }}

-- Recognised revenue by account, product line and day, for the last `revenue_daily_months` months: finance closes older
-- ones by the month (fct_revenue_monthly). Late invoices and credit notes change days that are past, so an incremental run
-- makes the last `revenue_lookback_days` again.
with schedule as (
    select * from {{ ref('int_revenue_schedule') }}
),

days as (
    select date_day
    from {{ ref('dim_dates') }}
    where date_day <= {{ as_of() }}
        and date_day >= {{ daily_revenue_since() }}
    {%- if is_incremental() %}
        and date_day > {{ to_date(date_add_days(as_of(), -1 * var('revenue_lookback_days', 120))) }}
    {%- endif %}
),

running as (
    select
        schedule.account_id,
        schedule.product_line,
        schedule.source_type,
        days.date_day,
        schedule.amount_usd,
        schedule.days,
        {{ date_diff_days('schedule.starts_on', 'days.date_day') }} as day_number
    from schedule
    inner join days
        on days.date_day >= schedule.starts_on
        and days.date_day < schedule.ends_on
),

earned as (
    select
        account_id,
        product_line,
        source_type,
        date_day,
        {{ straight_line_day('amount_usd', 'day_number', 'days') }} as earned_usd
    from running
)

select
    account_id,
    date_day,
    product_line,
    {{ money(sum_where("source_type = 'invoice_line'", 'earned_usd')) }} as gross_revenue_usd,
    {{ money(sum_where("source_type = 'credit_note'", 'earned_usd')) }} as credited_usd,
    {{ money(sum_where("source_type = 'refund'", 'earned_usd')) }} as refunded_usd,
    {{ money('sum(earned_usd)') }} as recognized_revenue_usd
from earned
group by account_id, date_day, product_line
