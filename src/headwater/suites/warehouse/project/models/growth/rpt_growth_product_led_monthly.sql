-- The product-led page: sign-ups that need no salesman, from the loop to the qualified workspace to the upgrade, by month.
-- Asked for by the chief product officer at each month's end.

with loops as (

    select
        cohort_month as month_start,
        people,
        inviter_share,
        acceptance_rate,
        k_factor_30d,
        k_factor_12m
    from {{ ref('agg_growth_viral_monthly') }}
    where generation_group = 'all'

),

came_alone as (

    select
        cohort_month as month_start,
        people as people_alone,
        k_factor_30d as k_factor_alone_30d
    from {{ ref('agg_growth_viral_monthly') }}
    where generation_group = 'came alone'

),

qualified as (

    select
        month_start,
        max(case when pql_version = 'v1' then qualified end) as qualified_v1,
        max(case when pql_version = 'v2' then qualified end) as qualified_v2,
        max(case when was_in_force then first_qualified end) as handed_to_sales,
        max(case when pql_version = 'v2' then free_workspaces end) as free_workspaces,
        max(case when pql_version = 'v1' then upgrade_rate_qualified end) as upgrade_rate_v1,
        max(case when pql_version = 'v2' then upgrade_rate_qualified end) as upgrade_rate_v2,
        max(case when pql_version = 'v2' then upgrade_rate_not_qualified end) as upgrade_rate_others
    from {{ ref('agg_growth_product_qualified_monthly') }}
    group by month_start

),

trials as (

    select
        month_start,
        max(all_trials) as trials,
        max(all_converted) as trials_converted,
        max(conversion_rate_of_month) as trial_conversion_rate,
        sum(case when journey = 'team at work' then trials else 0 end) as trials_at_work,
        sum(cast(points_by_mix as decimal(18, 3))) as points_by_mix,
        sum(cast(points_by_rate as decimal(18, 3))) as points_by_rate
    from {{ ref('agg_growth_trial_journeys_monthly') }}
    group by month_start

),

engagement as (

    select
        month_start,
        is_complete_month,
        active_users,
        power_share,
        up_per_down,
        days_per_user
    from {{ ref('agg_growth_engagement_monthly') }}
    where cut = 'total'

),

upgrades as (

    select
        month_start,
        {{ count_where("change_kind in ('upgrade', 'trial_conversion')") }} as upgrades,
        {{ count_where("change_kind in ('downgrade', 'cancellation')") }} as downgrades
    from {{ ref('fct_workspace_plan_changes') }}
    group by month_start

)

select
    engagement.month_start,
    {{ fiscal_quarter('engagement.month_start') }} as fiscal_quarter,
    engagement.is_complete_month,
    engagement.active_users,
    engagement.power_share,
    engagement.up_per_down,
    engagement.days_per_user,
    coalesce(loops.people, 0) as new_people,
    coalesce(came_alone.people_alone, 0) as new_people_alone,
    loops.inviter_share,
    loops.acceptance_rate,
    loops.k_factor_30d,
    loops.k_factor_12m,
    came_alone.k_factor_alone_30d,
    coalesce(qualified.free_workspaces, 0) as free_workspaces,
    coalesce(qualified.qualified_v1, 0) as qualified_v1,
    coalesce(qualified.qualified_v2, 0) as qualified_v2,
    qualified.handed_to_sales,
    qualified.upgrade_rate_v1,
    qualified.upgrade_rate_v2,
    qualified.upgrade_rate_others,
    coalesce(trials.trials, 0) as trials,
    coalesce(trials.trials_converted, 0) as trials_converted,
    coalesce(trials.trials_at_work, 0) as trials_at_work,
    trials.trial_conversion_rate,
    trials.points_by_mix,
    trials.points_by_rate,
    coalesce(upgrades.upgrades, 0) as upgrades,
    coalesce(upgrades.downgrades, 0) as downgrades
from engagement
left join loops
    on engagement.month_start = loops.month_start
left join came_alone
    on engagement.month_start = came_alone.month_start
left join qualified
    on engagement.month_start = qualified.month_start
left join trials
    on engagement.month_start = trials.month_start
left join upgrades
    on engagement.month_start = upgrades.month_start
