-- Overlapping slices of one service, region, day are one stretch of trouble. Losses of telemetry are not customers' trouble.
with s as (
    select service, region, date_day, month_start, severity, incident_kind, t0, t1, incident_id
    from {{ ref('int_plt_inc_slices') }}
    where incident_kind <> 'telemetry_loss'
), o as (
    select *, max(t1) over (
        partition by service, region, date_day order by t0, t1, incident_id
        rows between unbounded preceding and 1 preceding) pe
    from s
), g as (
    select *, sum(case when pe is null or t0 > pe then 1 else 0 end) over (
        partition by service, region, date_day order by t0, t1, incident_id
        rows between unbounded preceding and current row) isl
    from o
)
select
    service,
    region,
    date_day,
    month_start,
    isl as stretch_no,
    min(t0) as t0,
    max(t1) as t1,
    count(*) as incidents,
    min(severity) as worst_severity,
    {{ any_true("incident_kind = 'outage'") }} as has_outage,
    {{ minutes_between('min(t0)', 'max(t1)') }} as minutes
from g
group by service, region, date_day, month_start, isl
