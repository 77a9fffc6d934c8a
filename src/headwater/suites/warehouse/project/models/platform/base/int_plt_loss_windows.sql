-- Windows in which the collector lost data, per region. Three sources, strongest first:
-- the incident log, the incident log w/o region (= all), the hand list of ops (whole UTC days).
with r as (
    select region from {{ ref('map_workspace_regions') }}
), i as (
    select incident_id, region, started_at, coalesce(resolved_at, {{ as_of_end() }}) resolved_at
    from {{ ref('stg_telemetry__incidents') }}
    where incident_kind = 'telemetry_loss' and started_at < {{ as_of_end() }}
), u as (
    select r.region, i.started_at as t0, i.resolved_at as t1, 'log' as src, cast(i.incident_id as varchar) as ref_no
    from i join r using (region)
    union all
    select r.region, i.started_at, i.resolved_at, 'log_all', cast(i.incident_id as varchar)
    from i cross join r
    where i.region is null
    {%- for day, ticket in plt_outage_days() %}
    union all
    select r.region, timestamp '{{ day }} 00:00:00', {{ plt_day_end("date '" ~ day ~ "'") }}, 'ops', '{{ ticket }}'
    from r
    {%- endfor %}
), o as (
    -- islands: a window that begins before all earlier ones ended belongs to them
    select *, max(t1) over (partition by region order by t0, t1, src, ref_no rows between unbounded preceding and 1 preceding) prev_end
    from u
), g as (
    select *, sum(case when prev_end is null or t0 > prev_end then 1 else 0 end)
        over (partition by region order by t0, t1, src, ref_no rows between unbounded preceding and current row) isl
    from o
)
select
    region,
    isl as window_no,
    min(t0) as started_at,
    max(t1) as ended_at,
    count(*) as entries,
    {{ count_where("src = 'ops'") }} as ops_entries,
    {{ count_where("src <> 'ops'") }} as log_entries,
    max(case when src = 'ops' then ref_no end) as ops_ticket,
    {{ minutes_between('min(t0)', 'max(t1)') }} as minutes_lost
from g
group by region, isl
