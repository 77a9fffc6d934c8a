-- What the board was told, and what happened.
with targets as (
    select * from {{ ref('stg_finance__targets') }}
),

actuals as (
    select fiscal_quarter, 'arr' as metric, cast(closing_arr_usd as double precision) as actual from {{ ref('rpt_kpi_quarterly') }}
    union all
    select fiscal_quarter, 'new_arr', cast(new_arr_usd as double precision) from {{ ref('rpt_kpi_quarterly') }}
    union all
    select fiscal_quarter, 'nrr', net_revenue_retention from {{ ref('rpt_retention_quarterly') }}
    union all
    select
        fiscal_quarter,
        'weekly_active_users',
        cast(max(active_users) as double precision)
    from {{ ref('agg_weekly_active_users') }}
    where is_complete_week
    group by fiscal_quarter
    union all
    select
        {{ fiscal_quarter('rated_month') }},
        'csat',
        {{ csat('score') }}
    from {{ ref('fct_csat') }}
    where is_answered
    group by 1
)

select
    targets.fiscal_quarter,
    targets.metric,
    targets.target,
    actuals.actual,
    {{ safe_divide('actuals.actual', 'targets.target', 4) }} as attainment,
    case
        when actuals.actual is null then 'no_data'
        when actuals.actual >= targets.target then 'met'
        when actuals.actual >= 0.9 * targets.target then 'close'
        else 'missed'
    end as outcome
from targets
left join actuals
    on targets.fiscal_quarter = actuals.fiscal_quarter
    and targets.metric = actuals.metric
