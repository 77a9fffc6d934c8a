-- the original plan and the reforecast side by side; in force is the reforecast where there is one
with budgets as (
    select * from {{ ref('stg_finance__budgets') }}
),

in_force as (
    select * from {{ ref('int_budgets_in_force') }}
),

latest as (
    {{ deduplicate('budgets', 'fiscal_period, account_code, cost_center, budget_version', 'loaded_at desc, budget_usd desc') }}
),

sides as (
    select
        fiscal_year,
        fiscal_period,
        account_code,
        coalesce(cost_center, 'none') as cost_center,
        max(case when budget_version = 'original' then budget_usd end) as original_usd,
        max(case when budget_version = 'reforecast' then budget_usd end) as reforecast_usd
    from latest
    group by fiscal_year, fiscal_period, account_code, coalesce(cost_center, 'none')
),

joined as (
    select
        sides.fiscal_year,
        in_force.month_start,
        sides.fiscal_period,
        sides.account_code,
        sides.cost_center,
        sides.original_usd,
        sides.reforecast_usd,
        in_force.budget_usd,
        in_force.budget_version
    from sides
    inner join in_force
        on sides.fiscal_period = in_force.fiscal_period
        and sides.account_code = in_force.account_code
        and sides.cost_center = coalesce(in_force.cost_center, 'none')
)

select
    *,
    coalesce(reforecast_usd, original_usd, 0) - coalesce(original_usd, 0) as reforecast_change_usd,
    reforecast_usd is not null and original_usd is null as is_new_in_reforecast
from joined
