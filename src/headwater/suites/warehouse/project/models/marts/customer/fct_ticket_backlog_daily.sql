{{ config(
    materialized='incremental',
    event_time='date_day',
    unique_key='date_day',
    incremental_strategy='delete+insert'
) }}

-- Tickets that somebody at Mooring or the customer still had open at the end of each day.
with days as (
    select date_day
    from {{ ref('dim_dates') }}
    where date_day between {{ history_start() }} and {{ as_of() }}
),

tickets as (
    select
        ticket_id,
        priority,
        created_on,
        resolved_on
    from {{ ref('fct_tickets') }}
),

opened as (
    select
        created_on as date_day,
        count(*) as created,
        {{ count_where("priority in ('urgent', 'high')") }} as created_high
    from tickets
    group by created_on
),

resolved as (
    select
        resolved_on as date_day,
        count(*) as resolved,
        {{ count_where("priority in ('urgent', 'high')") }} as resolved_high
    from tickets
    where resolved_on is not null
    group by resolved_on
),

flow as (
    select
        days.date_day,
        coalesce(opened.created, 0) as created_tickets,
        coalesce(resolved.resolved, 0) as resolved_tickets,
        coalesce(opened.created_high, 0) as created_high_tickets,
        coalesce(resolved.resolved_high, 0) as resolved_high_tickets
    from days
    left join opened on days.date_day = opened.date_day
    left join resolved on days.date_day = resolved.date_day
),

-- always over all days: what is open is the sum of everything before
running as (
    select
        date_day,
        created_tickets,
        resolved_tickets,
        cast(sum(created_tickets - resolved_tickets) over (order by date_day) as bigint) as open_tickets,
        cast(sum(created_high_tickets - resolved_high_tickets) over (order by date_day) as bigint) as open_high_tickets
    from flow
)

select * from running
{%- if is_incremental() %}
where date_day >= (select {{ date_add_days('max(date_day)', -100) }} from {{ this }})
{%- endif %}
