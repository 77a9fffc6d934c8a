-- Events in the hours of an incident vs the mean of the same hours 7, 14, 21 days earlier, in the regions it hit. Hours count whole: an
-- incident of 20 minutes is one or two hours. Weeks that were hit themselves or lost telemetry do not serve as a baseline.
with s as (
    select
        incident_id, service, severity, incident_kind, region, date_day, month_start, minutes,
        cast(extract(hour from t0) as integer) as h0,
        -- an end on the hour belongs to the hour before
        case when t1 >= {{ plt_day_end('date_day') }} then 23
            when extract(minute from t1) = 0 then cast(extract(hour from t1) as integer) - 1
            else cast(extract(hour from t1) as integer)
        end as h1
    from {{ ref('int_plt_inc_slices') }}
    where incident_kind <> 'telemetry_loss'
), loss as (
    select region, date_day from {{ ref('int_telemetry_loss_days') }}
), k as (
    select 7 as back union all select 14 union all select 21
), b as (
    select
        s.incident_id,
        s.region,
        s.date_day,
        k.back,
        sum(coalesce(h.events, 0)) as events,
        sum(coalesce(h.users, 0)) as user_hours
    from s
    cross join k
    left join {{ ref('int_plt_event_hours') }} h
        on h.region = s.region
        and h.date_day = {{ date_add_days('s.date_day', '-k.back') }}
        and h.hr between s.h0 and s.h1
    where not exists (
        select 1 from loss where loss.region = s.region and loss.date_day = {{ date_add_days('s.date_day', '-k.back') }}
    ) and not exists (
        select 1 from s x
        where x.region = s.region and x.service = s.service and x.date_day = {{ date_add_days('s.date_day', '-k.back') }}
    )
    group by s.incident_id, s.region, s.date_day, k.back
), base as (
    select incident_id, region, date_day, count(*) as weeks, sum(events) as events, sum(user_hours) as user_hours
    from b
    group by incident_id, region, date_day
), now_ as (
    select
        s.incident_id,
        s.region,
        s.date_day,
        sum(coalesce(h.events, 0)) as events,
        sum(coalesce(h.users, 0)) as user_hours
    from s
    left join {{ ref('int_plt_event_hours') }} h
        on h.region = s.region and h.date_day = s.date_day and h.hr between s.h0 and s.h1
    group by s.incident_id, s.region, s.date_day
)
select
    {{ surrogate_key(['s.incident_id', 's.region', 's.date_day']) }} as impact_id,
    s.incident_id,
    s.service,
    s.severity,
    s.incident_kind,
    s.region,
    s.date_day,
    s.month_start,
    s.minutes,
    s.h1 - s.h0 + 1 as hours,
    n.events,
    n.user_hours,
    coalesce(base.weeks, 0) as baseline_weeks,
    {{ safe_divide('base.events', 'base.weeks', 2) }} as baseline_events,
    {{ safe_divide('base.user_hours', 'base.weeks', 2) }} as baseline_user_hours,
    {{ plt_pct('n.events * base.weeks - base.events', 'base.events') }} as events_change_pct,
    case
        when coalesce(base.weeks, 0) = 0 or base.events < 30 then 'too few'
        when n.events * base.weeks * 10 < base.events * 7 then 'felt'
        else 'not felt'
    end as verdict
from s
join now_ n on s.incident_id = n.incident_id and s.region = n.region and s.date_day = n.date_day
left join base on s.incident_id = base.incident_id and s.region = base.region and s.date_day = base.date_day
