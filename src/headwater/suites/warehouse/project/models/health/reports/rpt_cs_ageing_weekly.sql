-- The ageing page: open tickets by bucket in columns, with the change to the week before.
{% set buckets = {'today': 'today', '1-2 days': 'days_1_2', '3-6 days': 'days_3_6', '7-13 days': 'days_7_13', '14-29 days': 'days_14_29', '30 days and more': 'days_30'} -%}
with weeks as (
    select
        week_start,
        sum(open_tickets) as open_tickets,
        {%- for bucket, name in buckets.items() %}
        {{ sum_where("age_bucket = '" ~ bucket ~ "'", 'open_tickets') }} as {{ name }},
        {%- endfor %}
        sum(open_high_tickets) as open_high_tickets,
        sum(open_escalated_tickets) as open_escalated_tickets,
        sum(unanswered_tickets) as unanswered_tickets,
        max(oldest_days) as oldest_days,
        sum(ticket_days) as ticket_days
    from {{ ref('agg_cs_ticket_ageing_weekly') }}
    group by week_start
)

select
    ends.week_start,
    ends.as_of_day,
    coalesce(weeks.open_tickets, 0) as open_tickets,
    {%- for name in buckets.values() %}
    coalesce(weeks.{{ name }}, 0) as {{ name }},
    {%- endfor %}
    coalesce(weeks.open_high_tickets, 0) as open_high_tickets,
    coalesce(weeks.open_escalated_tickets, 0) as open_escalated_tickets,
    coalesce(weeks.unanswered_tickets, 0) as unanswered_tickets,
    weeks.oldest_days,
    {{ safe_divide('weeks.ticket_days', 'weeks.open_tickets', 2) }} as mean_age_days,
    coalesce(weeks.open_tickets, 0) - lag(coalesce(weeks.open_tickets, 0)) over (order by ends.week_start) as change_1w
from {{ ref('int_cs_week_ends') }} as ends
left join weeks
    on ends.week_start = weeks.week_start
