-- Activation by the growth project's rule (14 days, two people on one day, three kinds of use) against product's (30 days, two people
-- who did something of substance, two active days), by month of creation. Product asks for it whenever marketing quotes the old rate.
with old_rule as (

    select
        workspace_id,
        created_month as month,
        size_class,
        sales_region,
        is_judged,
        is_activated,
        first_impression
    from {{ ref('gr_activation') }}
    where account_kind = 'customer'

),

new_rule as (

    select
        workspace_id,
        is_judged,
        is_activated,
        early_active_days,
        early_active_users
    from {{ ref('fct_workspace_activation') }}

),

compared as (

    select
        old_rule.workspace_id,
        old_rule.month,
        old_rule.size_class,
        old_rule.sales_region,
        old_rule.first_impression,
        old_rule.is_judged as is_judged_old,
        old_rule.is_activated as is_activated_old,
        coalesce(new_rule.is_judged, false) as is_judged_new,
        coalesce(new_rule.is_activated, false) as is_activated_new,
        coalesce(new_rule.early_active_days, 0) as early_active_days,
        coalesce(new_rule.early_active_users, 0) as early_active_users
    from old_rule
    left join new_rule on old_rule.workspace_id = new_rule.workspace_id

)

select
    month,
    size_class,
    count(*) as workspaces,
    sum(case when is_judged_old then 1 else 0 end) as judged_old,
    sum(case when is_judged_old and is_activated_old then 1 else 0 end) as activated_old,
    sum(case when is_judged_new then 1 else 0 end) as judged_new,
    sum(case when is_activated_new then 1 else 0 end) as activated_new,
    sum(case when is_judged_new and is_activated_old and is_activated_new then 1 else 0 end) as activated_by_both,
    sum(case when is_judged_new and is_activated_old and not is_activated_new then 1 else 0 end) as only_by_the_old,
    sum(case when is_judged_new and not is_activated_old and is_activated_new then 1 else 0 end) as only_by_the_new,
    sum(case when first_impression = 'one explorer' and is_activated_new then 1 else 0 end) as explorers_who_made_it,
    sum(case when first_impression = 'never opened' then 1 else 0 end) as never_opened,
    sum(early_active_days) as early_active_days,
    {{ growth_share('sum(case when is_judged_old and is_activated_old then 1 else 0 end)', 'sum(case when is_judged_old then 1 else 0 end)') }} as rate_old,
    {{ growth_share('sum(case when is_activated_new then 1 else 0 end)', 'sum(case when is_judged_new then 1 else 0 end)') }} as rate_new
from compared
group by month, size_class
