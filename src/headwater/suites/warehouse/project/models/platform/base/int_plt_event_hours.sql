-- people's events per region and UTC hour, only around incidents (a day either side, and the same hours 7, 14, 21 days before)
with i as (
    select incident_id, started_at, coalesce(resolved_at, {{ as_of_end() }}) as resolved_at
    from {{ ref('stg_telemetry__incidents') }}
    where incident_kind <> 'telemetry_loss' and started_at < {{ as_of_end() }}
), d as (
    select distinct x.date_day
    from i
    join {{ ref('dim_dates') }} x
        on x.date_day >= {{ date_add_days(to_date('i.started_at'), -22) }} and x.date_day <= {{ date_add_days(to_date('i.resolved_at'), 1) }}
), e as (
    select region, event_date, cast(extract(hour from event_at) as integer) as hr, user_id
    from {{ ref('fct_events') }}
    where is_user_action
)
select
    e.region,
    e.event_date as date_day,
    e.hr,
    count(*) as events,
    count(distinct e.user_id) as users
from e
join d on e.event_date = d.date_day
group by 1, 2, 3
