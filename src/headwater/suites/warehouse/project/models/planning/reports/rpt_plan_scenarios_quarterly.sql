-- the three scenarios by quarter: income, cost, result, and how far the bad ones are from plan
with scenarios as (
    select * from {{ ref('fct_plan_scenarios_monthly') }}
),

quarters as (
    select
        scenario,
        fiscal_year,
        fiscal_quarter,
        min(month_start) as first_month,
        sum(case when is_past then 1 else 0 end) > 0 as has_actuals,
        sum(case when driver = 'revenue' then scenario_usd else 0 end) as revenue_usd,
        sum(case when driver = 'hosting' then - scenario_usd else 0 end) as hosting_usd,
        sum(case when driver = 'payroll' then - scenario_usd else 0 end) as payroll_usd,
        sum(case when driver = 'programs' then - scenario_usd else 0 end) as programs_usd,
        sum(case when driver = 'other' then - scenario_usd else 0 end) as other_usd,
        sum(scenario_usd) as result_usd,
        sum(budget_usd) as planned_result_usd
    from scenarios
    group by scenario, fiscal_year, fiscal_quarter
),

base as (
    select * from quarters
    where scenario = 'base'
)

select
    quarters.scenario,
    quarters.fiscal_year,
    quarters.fiscal_quarter,
    quarters.first_month,
    quarters.has_actuals,
    quarters.revenue_usd,
    quarters.hosting_usd,
    quarters.payroll_usd,
    quarters.programs_usd,
    quarters.other_usd,
    quarters.result_usd,
    quarters.planned_result_usd,
    quarters.result_usd - quarters.planned_result_usd as result_to_plan_usd,
    quarters.result_usd - base.result_usd as result_to_base_usd,
    {{ safe_divide('quarters.result_usd', 'quarters.revenue_usd', 4) }} as result_margin
from quarters
inner join base
    on quarters.fiscal_quarter = base.fiscal_quarter
