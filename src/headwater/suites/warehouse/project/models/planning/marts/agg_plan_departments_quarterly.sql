-- departments by fiscal quarter: plan, reforecast, actuals, heads, and the quarters before
with variance as (
    select * from {{ ref('fct_plan_variance_monthly') }}
),

heads as (
    select * from {{ ref('int_plan_heads') }}
),

costs as (
    select
        fiscal_year,
        fiscal_quarter,
        min(month_start) as first_month,
        department,
        sum(case when income_sign = -1 then actual_usd else 0 end) as cost_usd,
        sum(case when income_sign = -1 then budget_usd else 0 end) as budget_usd,
        sum(case when income_sign = -1 then original_usd else 0 end) as original_usd,
        sum(case when driver = 'payroll' then actual_usd else 0 end) as payroll_usd,
        sum(case when driver = 'programs' then actual_usd else 0 end) as programs_usd,
        sum(case when driver = 'hosting' then actual_usd else 0 end) as hosting_usd,
        sum(case when is_material then 1 else 0 end) as material_variances,
        sum(case when variance_kind = 'trend' then 1 else 0 end) as trends,
        count(distinct month_start) as months
    from variance
    group by fiscal_year, fiscal_quarter, department
),

people as (
    select
        department,
        fiscal_quarter,
        month_start,
        closing_headcount,
        row_number() over (partition by department, fiscal_quarter order by month_start desc) as from_the_end
    from heads
),

moves as (
    select
        department,
        fiscal_quarter,
        sum(joiners) as joiners,
        sum(leavers) as leavers
    from heads
    group by department, fiscal_quarter
)

select
    costs.fiscal_year,
    costs.fiscal_quarter,
    costs.first_month,
    costs.department,
    costs.months,
    costs.cost_usd,
    costs.payroll_usd,
    costs.programs_usd,
    costs.hosting_usd,
    costs.cost_usd - costs.payroll_usd - costs.programs_usd - costs.hosting_usd as other_usd,
    costs.budget_usd,
    costs.original_usd,
    costs.budget_usd - costs.cost_usd as favourable_variance_usd,
    {{ plan_attainment('costs.cost_usd', 'costs.budget_usd') }} as spent_share,
    lag(costs.cost_usd, 1) over (partition by costs.department order by costs.first_month) as cost_quarter_before_usd,
    lag(costs.cost_usd, 4) over (partition by costs.department order by costs.first_month) as cost_year_before_usd,
    costs.material_variances,
    costs.trends,
    coalesce(people.closing_headcount, 0) as closing_headcount,
    coalesce(moves.joiners, 0) as joiners,
    coalesce(moves.leavers, 0) as leavers,
    {{ safe_divide('costs.cost_usd', 'people.closing_headcount', 2) }} as cost_per_head_usd
from costs
left join people
    on costs.department = people.department
    and costs.fiscal_quarter = people.fiscal_quarter
    and people.from_the_end = 1
left join moves
    on costs.department = moves.department
    and costs.fiscal_quarter = moves.fiscal_quarter
