-- every planning line of every cost centre in every month from its first plan or posting on, with zero where there was nothing:
-- the comparisons of this team count rows back
with months as (
    select * from {{ ref('int_plan_months') }}
),

lines as (
    select * from {{ ref('planning_lines') }}
),

ledger as (
    select
        month_start,
        account_code,
        cost_center,
        sum(amount_usd) as actual_usd,
        sum(entries) as entries,
        sum(reversals) as reversals
    from {{ ref('fct_gl_monthly') }}
    where statement = 'income'
    group by month_start, account_code, cost_center
),

budgets as (
    select
        month_start,
        account_code,
        cost_center,
        sum(budget_usd) as budget_usd,
        sum(coalesce(original_usd, 0)) as original_usd,
        sum(reforecast_change_usd) as reforecast_change_usd
    from {{ ref('int_plan_budget_versions') }}
    group by month_start, account_code, cost_center
),

seen as (
    select account_code, cost_center, month_start from ledger
    union all
    select account_code, cost_center, month_start from budgets
),

firsts as (
    select
        account_code,
        cost_center,
        min(month_start) as first_month
    from seen
    group by account_code, cost_center
),

spine as (
    select
        months.month_start,
        firsts.account_code,
        firsts.cost_center
    from months
    inner join firsts
        on months.month_start >= firsts.first_month
)

select
    spine.month_start,
    months.fiscal_year,
    months.fiscal_quarter,
    months.fiscal_month,
    months.is_past,
    months.is_closed,
    spine.account_code,
    lines.planning_line,
    lines.line_order,
    lines.driver,
    lines.sign,
    lines.forecast_method,
    spine.cost_center,
    coalesce(centers.department, 'Corporate') as department,
    coalesce(ledger.actual_usd, 0) as actual_usd,
    coalesce(ledger.entries, 0) as entries,
    coalesce(ledger.reversals, 0) as reversals,
    coalesce(budgets.budget_usd, 0) as budget_usd,
    coalesce(budgets.original_usd, 0) as original_usd,
    coalesce(budgets.reforecast_change_usd, 0) as reforecast_change_usd,
    budgets.budget_usd is not null as is_planned
from spine
inner join months
    on spine.month_start = months.month_start
inner join lines
    on spine.account_code = lines.account_code
left join {{ ref('dim_cost_centers') }} as centers
    on spine.cost_center = centers.cost_center
left join ledger
    on spine.month_start = ledger.month_start
    and spine.account_code = ledger.account_code
    and spine.cost_center = ledger.cost_center
left join budgets
    on spine.month_start = budgets.month_start
    and spine.account_code = budgets.account_code
    and spine.cost_center = budgets.cost_center
