-- Plan and ledger side by side: also what was planned and not spent, and what was spent without a plan.
with actuals as (
    select
        month_start,
        account_code,
        cost_center,
        sum(amount_usd) as actual_usd
    from {{ ref('fct_gl_monthly') }}
    where statement = 'income'
    group by month_start, account_code, cost_center
),

budgets as (
    select
        month_start,
        account_code,
        coalesce(cost_center, 'none') as cost_center,
        sum(budget_usd) as budget_usd
    from {{ ref('int_budgets_in_force') }}
    group by 1, 2, 3
),

joined as (
    select
        coalesce(actuals.month_start, budgets.month_start) as month_start,
        coalesce(actuals.account_code, budgets.account_code) as account_code,
        coalesce(actuals.cost_center, budgets.cost_center) as cost_center,
        coalesce(actuals.actual_usd, 0) as actual_usd,
        coalesce(budgets.budget_usd, 0) as budget_usd,
        budgets.budget_usd is not null as is_planned
    from actuals
    full join budgets
        on actuals.month_start = budgets.month_start
        and actuals.account_code = budgets.account_code
        and actuals.cost_center = budgets.cost_center
)

select
    joined.month_start,
    {{ fiscal_quarter('joined.month_start') }} as fiscal_quarter,
    joined.account_code,
    accounts.account_name,
    accounts.category,
    joined.cost_center,
    cost_centers.department,
    joined.actual_usd,
    joined.budget_usd,
    joined.is_planned,
    {{ variance_usd('joined.actual_usd', 'joined.budget_usd', 'accounts.category') }} as favourable_variance_usd
from joined
inner join {{ ref('dim_gl_accounts') }} as accounts on joined.account_code = accounts.account_code
left join {{ ref('dim_cost_centers') }} as cost_centers on joined.cost_center = cost_centers.cost_center
where joined.month_start <= {{ as_of() }}
