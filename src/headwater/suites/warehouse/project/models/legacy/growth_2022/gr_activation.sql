{{ config(materialized='table') }}

-- activation as the growth project defined it in march 2022: within the first 14 days a workspace has two people on one day and three
-- different kinds of use. product has had another definition since 2023 (fct_workspace_activation: 30 days, two active days), and the
-- two are compared in rpt_activation_two_ways.
with workspaces as (

    select
        ws_id as workspace_id,
        cust_id as account_id,
        created_dt,
        created_month,
        had_trial,
        sales_region
    from {{ ref('base_workspaces') }}

),

accounts as (

    select
        cust_id as account_id,
        account_kind,
        size_class
    from {{ ref('base_accounts') }}

),

days as (

    select
        usage.ws_id as workspace_id,
        usage.use_dt,
        usage.active_people,
        usage.messages,
        usage.runbooks,
        usage.board_updates,
        usage.files,
        usage.calls,
        usage.searches,
        {{ date_diff_days('workspaces.created_dt', 'usage.use_dt') }} as day_number
    from {{ ref('base_usage_days') }} as usage
    inner join workspaces on usage.ws_id = workspaces.workspace_id

),

first_days as (

    select
        workspace_id,
        count(*) as days_used,
        max(active_people) as peak_people,
        min(case when active_people >= 2 then use_dt end) as two_people_on,
        sum(messages) as messages,
        sum(runbooks) as runbooks,
        sum(board_updates) as boards,
        sum(files) as files,
        sum(calls) as calls,
        sum(searches) as searches
    from days
    where day_number between 0 and 13
    group by workspace_id

),

scored as (

    select
        workspaces.workspace_id,
        workspaces.account_id,
        workspaces.created_dt,
        workspaces.created_month,
        workspaces.had_trial,
        workspaces.sales_region,
        accounts.size_class,
        accounts.account_kind,
        coalesce(first_days.days_used, 0) as days_used,
        coalesce(first_days.peak_people, 0) as peak_people,
        first_days.two_people_on,
        case when coalesce(first_days.messages, 0) > 0 then 1 else 0 end
            + case when coalesce(first_days.runbooks, 0) > 0 then 1 else 0 end
            + case when coalesce(first_days.boards, 0) > 0 then 1 else 0 end
            + case when coalesce(first_days.files, 0) > 0 then 1 else 0 end
            + case when coalesce(first_days.calls, 0) > 0 then 1 else 0 end
            + case when coalesce(first_days.searches, 0) > 0 then 1 else 0 end as kinds_of_use
    from workspaces
    inner join accounts on workspaces.account_id = accounts.account_id
    left join first_days on workspaces.workspace_id = first_days.workspace_id

),

final as (

    select
        *,
        {{ date_diff_days('created_dt', as_of()) }} >= 14 as is_judged,
        peak_people >= 2 and kinds_of_use >= 3 as is_activated,
        case
            when peak_people >= 2 and kinds_of_use >= 3 then 'activated'
            when peak_people >= 2 then 'people without variety'
            when kinds_of_use >= 3 then 'one explorer'
            when days_used > 0 then 'a look'
            else 'never opened'
        end as first_impression
    from scored

)

select * from final
