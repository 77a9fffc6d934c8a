-- SLO sheet. Availability counts outages only; the "felt" one also what was slow, weighted by severity.
-- Targets: 99.9 for api since 2022-01 (OPS-1120), 99.5 before and for the rest.
select
    month_start,
    service,
    region,
    count(*) as days,
    count(*) * 1440 as total_minutes,
    sum(outage_minutes) as outage_minutes,
    sum(degraded_minutes) as degraded_minutes,
    sum(weighted_minutes) as weighted_minutes,
    sum(incidents) as incidents,
    {{ count_where('minutes > 0') }} as bad_days,
    {{ count_where('outage_minutes > 0 and is_business_day') }} as outage_bdays,
    sum(active_users) as user_days,
    {{ plt_pct('count(*) * 1440 - sum(outage_minutes)', 'count(*) * 1440', 4) }} as availability_pct,
    {{ plt_pct('count(*) * 1440 - sum(weighted_minutes)', 'count(*) * 1440', 4) }} as felt_pct,
    max(case when service = 'api' and month_start >= date '2022-01-01' then 99.9 else 99.5 end) as target_pct,
    cast(count(*) * 1.44 * max(case when service = 'api' and month_start >= date '2022-01-01' then 1 else 5 end) as decimal(18, 2)) as budget_minutes
from {{ ref('fct_plt_availability_daily') }}
group by month_start, service, region
