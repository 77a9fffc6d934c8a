-- One line a month and service for the SLO meeting; regions folded by users, not evenly: eu-central at night is nobody's outage.
with m as (
    select * from {{ ref('agg_plt_availability_monthly') }}
), s as (
    select
        month_start,
        service,
        sum(outage_minutes) as outage_minutes,
        sum(degraded_minutes) as degraded_minutes,
        sum(weighted_minutes) as weighted_minutes,
        sum(user_days) as user_days,
        sum(outage_minutes * user_days) as um,
        min(availability_pct) as worst_region_pct,
        max(target_pct) as target_pct,
        sum(budget_minutes) as budget_minutes,
        sum(total_minutes) as total_minutes,
        {{ count_where('outage_minutes > budget_minutes') }} as regions_over_budget
    from m
    group by month_start, service
)
select
    {{ surrogate_key(['month_start', 'service']) }} as slo_id,
    month_start,
    {{ fiscal_quarter('month_start') }} as fiscal_quarter,
    service,
    outage_minutes,
    degraded_minutes,
    weighted_minutes,
    {{ plt_pct('total_minutes - outage_minutes', 'total_minutes', 4) }} as availability_pct,
    {{ safe_divide('um', 'user_days', 2) }} as outage_minutes_by_users,
    worst_region_pct,
    target_pct,
    budget_minutes,
    regions_over_budget,
    sum(outage_minutes) over (partition by service order by month_start rows between 2 preceding and current row) as outage_minutes_3m,
    sum(budget_minutes) over (partition by service order by month_start rows between 2 preceding and current row) as budget_minutes_3m,
    outage_minutes <= budget_minutes as is_within_budget
from s
