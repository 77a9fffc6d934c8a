-- Adoption by feature and tier of plan, each month: of the customers whose plan includes a feature, how many used it. The plan
-- of an account is its best workspace's; accounts with servers only have the edition of their licence.
with plan_months as (
    select
        workspaces.account_id,
        days.month_start,
        max({{ plan_rank('plan_days.plan_code') }}) as plan_rank
    from {{ ref('int_workspace_plan_days') }} as plan_days
    inner join {{ ref('int_cs_working_days') }} as days
        on plan_days.date_day = days.last_day
    inner join {{ ref('dim_workspaces') }} as workspaces
        on plan_days.workspace_id = workspaces.workspace_id
    group by workspaces.account_id, days.month_start
),

customers as (
    select
        spine.account_id,
        spine.month_start,
        coalesce(plan_months.plan_rank, 0) as plan_rank,
        plan_months.account_id is null as is_server_only
    from {{ ref('int_cs_account_months') }} as spine
    left join plan_months
        on spine.account_id = plan_months.account_id
        and spine.month_start = plan_months.month_start
    where spine.is_paying
),

offered as (
    select
        customers.account_id,
        customers.month_start,
        case when customers.is_server_only then 'server' else
            case customers.plan_rank when 0 then 'free' when 1 then 'team' when 2 then 'business' else 'enterprise' end
        end as plan,
        features.feature,
        features.minimum_plan_code,
        features.is_core
    from customers
    inner join {{ ref('dim_features') }} as features
        on features.has_events
        and features.released_on <= customers.month_start
        and (customers.plan_rank >= features.minimum_plan_rank or customers.is_server_only)
    where features.feature <> 'sign_in'
)

select
    offered.month_start,
    offered.plan,
    offered.feature,
    max(offered.minimum_plan_code) as minimum_plan_code,
    count(*) as customers,
    count(used.account_id) as customers_using,
    {{ count_where('used.cloud_days_used >= ' ~ var('adoption_use_days')) }} as customers_in_habit,
    sum(coalesce(used.cloud_uses, 0) + coalesce(used.server_uses, 0)) as uses,
    {{ safe_divide('count(used.account_id)', 'count(*)') }} as adoption_rate
from offered
left join {{ ref('int_cs_feature_months') }} as used
    on offered.account_id = used.account_id
    and offered.month_start = used.month_start
    and offered.feature = used.feature
group by offered.month_start, offered.plan, offered.feature
