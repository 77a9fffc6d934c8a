{{ config(materialized='incremental', event_time='date_day', unique_key='date_day', incremental_strategy='delete+insert') }}
-- Expected vs received pings per day. Expected = servers between first and last ping, as int_server_days has them.
with d as (
    select date_day, month_start, iso_day_of_week, is_business_day
    from {{ ref('dim_dates') }}
    where is_past
), e as (
    select
        date_day,
        count(*) as expected,
        {{ count_where('is_reported') }} as received,
        {{ count_where('is_reported and dau is not null') }} as with_counts
    from {{ ref('int_plt_srv_days') }}
    group by date_day
), b as (
    select
        date_day,
        expected,
        received,
        with_counts,
        sum(received) over (order by date_day rows between 7 preceding and 1 preceding) as rec7,
        sum(expected) over (order by date_day rows between 7 preceding and 1 preceding) as exp7,
        lag(received) over (order by date_day) as prev_received
    from e
)
select
    date_day,
    d.month_start,
    d.iso_day_of_week,
    d.is_business_day,
    coalesce(b.expected, 0) as expected,
    coalesce(b.received, 0) as received,
    coalesce(b.with_counts, 0) as with_counts,
    coalesce(b.expected - b.received, 0) as missing,
    {{ plt_pct('b.received', 'b.expected') }} as received_pct,
    {{ plt_pct('b.rec7', 'b.exp7') }} as received_pct_7d,
    coalesce(b.received - b.prev_received, 0) as change_1d,
    {{ plt_is_outage_day('date_day') }} as is_ops_outage,
    {{ plt_outage_ticket('date_day') }} as ops_ticket,
    -- before 2021-06 too few servers for a percentage to mean anything (OPS-904)
    date_day >= date '2021-06-01'
        and not {{ plt_is_outage_day('date_day') }}
        and coalesce(1.0 * b.received < 0.8 * b.expected, false) as is_odd
from d
left join b using (date_day)
{%- if is_incremental() %}
where date_day > {{ to_date(date_add_days(as_of(), -45)) }} -- ops log is filled in at the end of the month
{%- endif %}
