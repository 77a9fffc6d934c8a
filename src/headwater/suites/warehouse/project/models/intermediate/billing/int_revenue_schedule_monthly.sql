{{ config(materialized='table') }}

-- The schedule by month, in closed form: what is earned up to a month's end less what was earned before it. Runs to the
-- end of the last service period, so it knows the future months of what is deferred today.
with schedule as (
    select * from {{ ref('int_revenue_schedule') }}
),

months as (
    select date_day as month_start
    from (
        {{ date_spine(history_start(), date_add_months(as_of(), 60)) }}
    ) as days
    where date_day = {{ month_start('date_day') }}
)

select
    schedule.schedule_id,
    schedule.source_type,
    schedule.invoice_id,
    schedule.account_id,
    schedule.product_line,
    schedule.booked_on,
    months.month_start,
    months.month_start > {{ as_of() }} as is_future,
    {{ straight_line_between('schedule.amount_usd', 'schedule.starts_on', 'schedule.ends_on', 'months.month_start', next_month_start('months.month_start')) }} as recognized_usd
from schedule
inner join months
    on months.month_start < schedule.ends_on
    and {{ next_month_start('months.month_start') }} > schedule.starts_on
