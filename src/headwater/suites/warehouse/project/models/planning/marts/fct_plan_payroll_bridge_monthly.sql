-- payroll against plan by department, cut into heads and cost of a head. Plans are in money: planned heads are the plan at the cost
-- of a head of the last month of the year before, which is how they were planned.
with heads as (
    select * from {{ ref('int_plan_heads') }}
),

lines as (
    select * from {{ ref('int_plan_lines_monthly') }}
),

planned as (
    select
        month_start,
        department,
        sum(budget_usd) as budget_usd,
        sum(actual_usd) as ledger_usd
    from lines
    where driver = 'payroll'
        and is_past
    group by month_start, department
),

base_prices as (
    select
        department,
        fiscal_year + 1 as fiscal_year,
        month_start,
        cost_per_head_usd,
        row_number() over (partition by department, fiscal_year order by month_start desc) as from_the_end
    from heads
),

joined as (
    select
        heads.month_start,
        heads.fiscal_year,
        heads.fiscal_quarter,
        heads.department,
        heads.opening_headcount,
        heads.joiners,
        heads.leavers,
        heads.closing_headcount,
        heads.people_employed,
        heads.cost_per_head_usd,
        heads.cost_usd,
        heads.leavers_12_months,
        heads.headcount_a_year_ago,
        coalesce(planned.budget_usd, 0) as budget_usd,
        coalesce(planned.ledger_usd, 0) as ledger_usd,
        coalesce(base_prices.cost_per_head_usd, heads.cost_per_head_usd) as planned_cost_per_head_usd
    from heads
    left join planned
        on heads.month_start = planned.month_start
        and heads.department = planned.department
    left join base_prices
        on heads.department = base_prices.department
        and heads.fiscal_year = base_prices.fiscal_year
        and base_prices.from_the_end = 1
),

planned_heads as (
    select
        *,
        coalesce({{ safe_divide('budget_usd', 'planned_cost_per_head_usd', 2) }}, 0) as planned_heads
    from joined
)

select
    month_start,
    fiscal_year,
    fiscal_quarter,
    department,
    opening_headcount,
    joiners,
    leavers,
    closing_headcount,
    headcount_a_year_ago,
    leavers_12_months,
    {{ safe_divide('leavers_12_months', 'closing_headcount', 4) }} as attrition,
    people_employed,
    planned_heads,
    cost_per_head_usd,
    planned_cost_per_head_usd,
    cost_usd,
    budget_usd,
    ledger_usd,
    ledger_usd - cost_usd as ledger_difference_usd,
    cost_usd - budget_usd as variance_usd,
    {{ plan_volume_effect('people_employed', 'planned_heads', 'coalesce(planned_cost_per_head_usd, 0)') }} as heads_effect_usd,
    {{ plan_price_effect('cost_usd - budget_usd', 'people_employed', 'planned_heads', 'coalesce(planned_cost_per_head_usd, 0)') }} as rate_effect_usd
from planned_heads
