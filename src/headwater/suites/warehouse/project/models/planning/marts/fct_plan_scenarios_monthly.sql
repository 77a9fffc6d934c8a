-- the latest estimate of each driver under each scenario; the past is the same in all of them
{% set scenarios = ['base', 'upside', 'downside'] %}
with estimates as (
    select * from {{ ref('fct_plan_latest_estimate_monthly') }}
),

factors as (
    select * from {{ ref('planning_scenarios') }}
),

months as (
    select * from {{ ref('int_plan_months') }}
),

drivers as (
    select
        month_start,
        fiscal_year,
        fiscal_quarter,
        is_past,
        driver,
        sum(latest_estimate_usd * income_sign) as estimate_usd,
        sum(budget_usd * income_sign) as budget_usd
    from estimates
    group by month_start, fiscal_year, fiscal_quarter, is_past, driver
),

unioned as (
    {% for scenario in scenarios %}
    select
        '{{ scenario }}' as scenario,
        drivers.month_start,
        drivers.fiscal_year,
        drivers.fiscal_quarter,
        drivers.is_past,
        drivers.driver,
        drivers.estimate_usd,
        drivers.budget_usd,
        case
            when drivers.is_past then cast(1 as decimal(9, 4))
            when months.months_ahead >= factors.applies_from_month then factors.factor
            else cast(1 as decimal(9, 4))
        end as factor
    from drivers
    inner join months
        on drivers.month_start = months.month_start
    inner join factors
        on drivers.driver = factors.driver
        and factors.scenario = '{{ scenario }}'
    {%- if not loop.last %}
    union all
    {%- endif %}
    {% endfor %}
),

scaled as (
    select
        *,
        {{ money('cast(estimate_usd as double precision) * factor') }} as scenario_usd
    from unioned
)

select
    scenario,
    month_start,
    fiscal_year,
    fiscal_quarter,
    is_past,
    driver,
    factor,
    scenario_usd,
    budget_usd,
    scenario_usd - {{ money('estimate_usd') }} as effect_usd,
    {{ plan_year_to_date('scenario_usd', 'scenario, driver') }} as scenario_ytd_usd,
    {{ plan_rest_of_year('scenario_usd', 'scenario, driver') }} as scenario_to_go_usd
from scaled
