{{ config(
    materialized='incremental',
    event_time='month',
    unique_key=['workspace_id', 'month'],
    incremental_strategy='delete+insert'
) }}

-- which plan a workspace had at the end of each month, by the app's history alone. the plan of a trial is the plan that is tried.
-- plans have the name of their time: 'starter' until june 2022.
with changes as (

    select
        workspace_id,
        plan_change_id,
        to_plan_code,
        change_reason,
        changed_at,
        lead(changed_at) over (partition by workspace_id order by changed_at, plan_change_id) as next_changed_at
    from {{ ref('stg_app__workspace_plan_changes') }}

),

months as (

    select
        month_dt as month,
        month_end_dt as month_end,
        next_month_dt as next_month
    from {{ ref('base_calendar') }}
    {%- if is_incremental() %}
    where month_dt >= {{ to_date(date_add_months(month_start(as_of()), -1)) }}
    {%- endif %}

),

workspaces as (

    select
        ws_id as workspace_id,
        cust_id as account_id,
        deleted_at
    from {{ ref('base_workspaces') }}

),

at_the_end as (

    select
        changes.workspace_id,
        workspaces.account_id,
        months.month,
        months.month_end,
        changes.to_plan_code as plan_code,
        changes.change_reason,
        changes.changed_at
    from months
    inner join changes
        on changes.changed_at < cast(months.next_month as timestamp)
        and {{ legacy_open_end('changes.next_changed_at') }} >= cast(months.next_month as timestamp)
    inner join workspaces on changes.workspace_id = workspaces.workspace_id
    where workspaces.deleted_at is null
        or workspaces.deleted_at >= cast(months.next_month as timestamp)

),

final as (

    select
        workspace_id,
        account_id,
        month,
        plan_code,
        {{ legacy_plan_name('plan_code', 'month_end') }} as plan_name,
        change_reason = 'trial_started' as is_trial,
        {{ date_diff_months('changed_at', 'month_end') }} as months_on_plan,
        case plan_code
            when 'free' then 0
            when 'team' then 1
            when 'business' then 2
            when 'enterprise' then 3
        end as plan_level
    from at_the_end

)

select * from final
