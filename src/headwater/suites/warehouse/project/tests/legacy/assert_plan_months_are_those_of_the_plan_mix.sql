-- The growth project counts by the app's own history, product by its periods; the plans at the ends of months are the same.
with old_plans as (

    select
        months.month,
        months.plan_code,
        count(*) as workspaces
    from {{ ref('gr_plan_months') }} as months
    inner join {{ ref('base_accounts') }} as accounts on months.account_id = accounts.cust_id
    where accounts.account_kind = 'customer'
    group by months.month, months.plan_code

),

new_plans as (

    select
        month_start as month,
        plan_code,
        sum(workspaces) as workspaces
    from {{ ref('agg_plan_mix_monthly') }}
    group by month_start, plan_code

)

select
    coalesce(old_plans.month, new_plans.month) as month,
    coalesce(old_plans.plan_code, new_plans.plan_code) as plan_code,
    old_plans.workspaces as old_workspaces,
    new_plans.workspaces as new_workspaces
from old_plans
full join new_plans
    on old_plans.month = new_plans.month
    and old_plans.plan_code = new_plans.plan_code
where coalesce(old_plans.workspaces, 0) <> coalesce(new_plans.workspaces, 0)
