-- An incident, cut into region x UTC day. Regionless ones hit all regions.
with r as (
    select region from {{ ref('map_workspace_regions') }}
), i as (
    select
        incident_id, service, severity, incident_kind, region,
        started_at as t0,
        coalesce(resolved_at, {{ as_of_end() }}) as t1
    from {{ ref('stg_telemetry__incidents') }}
    where started_at < {{ as_of_end() }}
), x as (
    select i.incident_id, i.service, i.severity, i.incident_kind, r.region, i.t0, i.t1, i.region is null as is_global
    from i
    join r on i.region is null or i.region = r.region
)
select
    x.incident_id,
    x.service,
    x.severity,
    x.incident_kind,
    x.region,
    x.is_global,
    d.date_day,
    d.month_start,
    d.is_business_day,
    greatest(x.t0, {{ plt_day_begin('d.date_day') }}) as t0,
    least(x.t1, {{ plt_day_end('d.date_day') }}) as t1,
    {{ plt_overlap_minutes('x.t0', 'x.t1', plt_day_begin('d.date_day'), plt_day_end('d.date_day')) }} as minutes
from x
join {{ ref('dim_dates') }} d
    on d.date_day >= {{ to_date('x.t0') }} and d.date_day <= {{ to_date('x.t1') }} and d.is_past
where {{ plt_day_begin('d.date_day') }} < x.t1
