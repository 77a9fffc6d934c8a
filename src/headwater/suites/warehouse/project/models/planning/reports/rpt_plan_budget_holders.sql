-- one page for each owner of a cost centre: the last closed month, the year so far and the year to come
with variance as (
    select * from {{ ref('fct_plan_variance_monthly') }}
),

estimates as (
    select * from {{ ref('fct_plan_latest_estimate_monthly') }}
),

centers as (
    select * from {{ ref('dim_cost_centers') }}
),

closed as (
    select max(month_start) as month_start
    from variance
    where is_closed
),

last_month as (
    select variance.*
    from variance
    inner join closed
        on variance.month_start = closed.month_start
    where variance.income_sign = -1
),

full_year as (
    select
        account_code,
        cost_center,
        sum(latest_estimate_usd) as estimate_year_usd,
        sum(budget_usd) as budget_year_usd,
        sum(case when is_past then 0 else latest_estimate_usd end) as estimate_to_go_usd,
        sum(case when is_past then 0 else budget_usd end) as budget_to_go_usd
    from estimates
    group by account_code, cost_center
)

select
    last_month.month_start,
    last_month.cost_center,
    centers.cost_center_name,
    centers.owner_email,
    last_month.department,
    last_month.account_code,
    last_month.planning_line,
    last_month.actual_usd,
    last_month.budget_usd,
    last_month.variance_usd,
    last_month.variance_kind,
    last_month.is_material,
    last_month.actual_ytd_usd,
    last_month.budget_ytd_usd,
    last_month.variance_ytd_usd,
    full_year.estimate_to_go_usd,
    full_year.budget_to_go_usd,
    full_year.estimate_year_usd,
    full_year.budget_year_usd,
    full_year.budget_year_usd - full_year.estimate_year_usd as room_usd,
    case
        when full_year.budget_year_usd = 0 then 'no budget'
        when full_year.estimate_year_usd > 1.05 * full_year.budget_year_usd then 'over'
        when full_year.estimate_year_usd < 0.9 * full_year.budget_year_usd then 'can give back'
        else 'on plan'
    end as outlook
from last_month
inner join full_year
    on last_month.account_code = full_year.account_code
    and last_month.cost_center = full_year.cost_center
left join centers
    on last_month.cost_center = centers.cost_center
