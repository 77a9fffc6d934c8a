{{ config(materialized='table') }}

-- moves between plans from month end to month end. what goes up and down again within a month is not seen, on purpose: sales asked for
-- the picture of the month's end.
with months as (

    select
        workspace_id,
        account_id,
        month,
        plan_name,
        plan_level,
        is_trial,
        lag(plan_level) over (partition by workspace_id order by month) as level_before,
        lag(is_trial) over (partition by workspace_id order by month) as trial_before,
        lag(month) over (partition by workspace_id order by month) as month_before
    from {{ ref('gr_plan_months') }}

),

moved as (

    select
        *,
        case
            when month_before is null and is_trial then 'starts with a trial'
            when month_before is null and plan_level > 0 then 'starts paying'
            when month_before is null then 'starts free'
            when is_trial and not trial_before then 'tries'
            when trial_before and not is_trial and plan_level > 0 then 'pays after trial'
            when trial_before and not is_trial then 'free after trial'
            when plan_level > level_before and level_before = 0 then 'pays without trial'
            when plan_level > level_before then 'goes up'
            when plan_level < level_before and plan_level = 0 then 'back to free'
            when plan_level < level_before then 'goes down'
            else 'stays'
        end as move
    from months

),

final as (

    select
        month,
        move,
        count(*) as workspaces,
        count(distinct account_id) as accounts,
        sum(coalesce(plan_level, 0) - coalesce(level_before, 0)) as levels
    from moved
    group by month, move

)

select * from final
