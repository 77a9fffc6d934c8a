-- Minutes of trouble by service, region, day. Overlaps counted once (int_plt_inc_merged), every day has a row.
with k as (
    select date_day, month_start, is_business_day, region, service
    from {{ ref('dim_dates') }}
    cross join (select region from {{ ref('map_workspace_regions') }}) r
    cross join (
        select distinct service from {{ ref('stg_telemetry__incidents') }} where incident_kind <> 'telemetry_loss'
    ) s
    where is_past
), x as (
    select
        service,
        region,
        date_day,
        count(*) as stretches,
        sum(incidents) as incidents,
        sum(minutes) as minutes,
        {{ sum_where('has_outage', 'minutes') }} as outage_minutes,
        max({{ plt_sev_weight('worst_severity') }}) as worst_weight,
        sum(minutes * {{ plt_sev_weight('worst_severity') }}) as weighted_minutes
    from {{ ref('int_plt_inc_merged') }}
    group by service, region, date_day
), a as (
    select w.region, date_day, sum(d.active_users) as users
    from {{ ref('fct_workspace_daily_activity') }} d
    join {{ ref('dim_workspaces') }} w using (workspace_id)
    group by w.region, date_day
)
select
    {{ surrogate_key(['service', 'region', 'date_day']) }} as availability_id,
    service,
    region,
    date_day,
    k.month_start,
    k.is_business_day,
    coalesce(x.stretches, 0) as stretches,
    coalesce(x.incidents, 0) as incidents,
    coalesce(x.minutes, 0) as minutes,
    coalesce(x.outage_minutes, 0) as outage_minutes,
    coalesce(x.minutes, 0) - coalesce(x.outage_minutes, 0) as degraded_minutes,
    cast(coalesce(x.weighted_minutes, 0) as decimal(18, 2)) as weighted_minutes,
    coalesce(a.users, 0) as active_users,
    -- a user sits through the share of the day that was bad
    {{ safe_divide('coalesce(a.users, 0) * coalesce(x.minutes, 0)', '1440', 4) }} as user_days_hit
from k
left join x using (service, region, date_day)
left join a using (region, date_day)
