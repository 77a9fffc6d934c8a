-- Incidents as ops files them: in their region's clock, paged in or out of hours, what came before in the same service.
with i as (
    select * from {{ ref('fct_incidents') }}
), s as (
    select incident_id, count(distinct region) as regions, count(distinct date_day) as days, sum(minutes) as region_minutes
    from {{ ref('int_plt_inc_slices') }}
    group by incident_id
), r as (
    select region, case region when 'us-east' then -300 when 'us-west' then -480 when 'eu-central' then 60 when 'ap-south' then 330 end as off_min
    from {{ ref('map_workspace_regions') }}
)
select
    incident_id,
    i.service,
    i.severity,
    i.incident_kind,
    i.region,
    i.started_at,
    i.resolved_at,
    i.started_on,
    i.month_start,
    i.duration_minutes,
    s.regions,
    s.days,
    s.region_minutes,
    {{ local_hour('i.started_at', 'coalesce(r.off_min, 0)') }} as local_hour,
    {{ local_hour('i.started_at', 'coalesce(r.off_min, 0)') }} between 8 and 17 and extract(isodow from i.started_at) <= 5 as in_hours,
    i.affected_workspaces,
    i.affected_user_days,
    {{ plt_sev_weight('i.severity') }} * i.duration_minutes as weighted_minutes,
    lag(incident_id) over (partition by i.service order by i.started_at, incident_id) as prev_incident_id,
    {{ date_diff_days('lag(i.started_on) over (partition by i.service order by i.started_at, incident_id)', 'i.started_on') }} as days_since_prev,
    case
        when i.incident_kind = 'telemetry_loss' then 'internal'
        when i.severity = 'sev1' then 'page'
        when i.severity = 'sev2' and i.duration_minutes > 120 then 'page'
        else 'ticket'
    end as response
from i
join s using (incident_id)
left join r on i.region = r.region
