{%- set max_steps = 5 -%}
{%- set letters = {'free': 'F', 'team': 'T', 'business': 'B', 'enterprise': 'E'} -%}

-- The way of each workspace through the plans, from its creation to today or to its deletion, folded into one row: the plans in their
-- order, trials marked with a t, how long each lasted, what the path is called. One row a reportable workspace.
--
-- Steps are periods of int_workspace_plan_periods; changes within a day are one step there already. A trial that converts to the plan
-- that was tried is two steps (Tt, T). The path is cut after {{ max_steps }} steps; `steps` is not.

with workspaces as (

    select
        workspace_id,
        account_id,
        segment,
        sales_region,
        created_at,
        created_on,
        deleted_at
    from {{ ref('dim_workspaces') }}
    where is_reportable

),

periods as (

    select
        periods.workspace_id,
        periods.period_number,
        periods.plan_code,
        periods.is_trial,
        periods.began_with,
        periods.valid_from,
        coalesce(periods.valid_to, workspaces.deleted_at, {{ as_of_end() }}) as valid_until,
        case periods.plan_code
            {%- for plan, letter in letters.items() %}
            when '{{ plan }}' then '{{ letter }}'
            {%- endfor %}
            else '?'
        end || case when periods.is_trial then 't' else '' end as letter
    from {{ ref('int_workspace_plan_periods') }} as periods
    inner join workspaces
        on periods.workspace_id = workspaces.workspace_id

),

measured as (

    select
        periods.*,
        greatest({{ date_diff_days('valid_from', 'valid_until') }}, 0) as days,
        {{ plan_rank('plan_code') }} as plan_rank,
        lag({{ plan_rank('plan_code') }}) over (partition by workspace_id order by period_number) as previous_rank,
        lag(is_trial) over (partition by workspace_id order by period_number) as was_trial
    from periods

),

folded as (

    select
        workspace_id,
        count(*) as steps,
        {{ count_where('is_trial') }} as trials,
        {{ count_where('not is_trial and previous_rank is not null and plan_rank > previous_rank') }} as upgrades,
        {{ count_where('not is_trial and not coalesce(was_trial, false) and plan_rank < previous_rank') }} as downgrades,
        {{ count_where('not is_trial and was_trial and plan_rank = previous_rank') }} as conversions,
        max(case when not is_trial then plan_rank end) as highest_rank,
        min(case when not is_trial and plan_rank > 0 then valid_from end) as first_paid_plan_at,
        {{ sum_where("plan_code = 'free'", 'days') }} as free_days,
        {{ sum_where('is_trial', 'days') }} as trial_days,
        {{ sum_where('not is_trial and plan_rank > 0', 'days') }} as paid_days
        {%- for step in range(1, max_steps + 1) %},
        max(case when period_number = {{ step }} then letter end) as letter_{{ step }},
        max(case when period_number = {{ step }} then days end) as days_{{ step }}
        {%- endfor %}
    from measured
    group by workspace_id

),

lasts as (

    select
        workspace_id,
        plan_code as last_plan_code,
        is_trial as ends_in_trial,
        row_number() over (partition by workspace_id order by period_number desc) as recency
    from periods

),

activity as (

    select
        workspace_id,
        count(*) as active_days,
        sum(events) as events,
        max(date_day) as last_active_on
    from {{ ref('fct_workspace_daily_activity') }}
    where active_users > 0
    group by workspace_id

)

select
    folded.workspace_id,
    workspaces.account_id,
    workspaces.segment,
    workspaces.sales_region,
    workspaces.created_on,
    {{ month_start('workspaces.created_on') }} as cohort_month,
    {{ fiscal_quarter('workspaces.created_on') }} as cohort_fiscal_quarter,
    workspaces.deleted_at is not null as is_deleted,
    folded.steps,
    folded.letter_1
    {%- for step in range(2, max_steps + 1) %}
        || coalesce('-' || folded.letter_{{ step }}, '')
    {%- endfor %} as path
    {%- for step in range(1, max_steps + 1) %},
    folded.days_{{ step }} as days_in_step_{{ step }}
    {%- endfor %},
    folded.trials,
    folded.upgrades,
    folded.downgrades,
    folded.conversions,
    folded.highest_rank,
    lasts.last_plan_code,
    lasts.ends_in_trial,
    folded.free_days,
    folded.trial_days,
    folded.paid_days,
    {{ growth_days_to('workspaces.created_at', 'folded.first_paid_plan_at') }} as days_to_paid_plan,
    coalesce(activity.active_days, 0) as active_days,
    coalesce(activity.events, 0) as events,
    activity.last_active_on,
    case
        when folded.highest_rank is null or folded.highest_rank = 0 then case when folded.trials > 0 then 'tried only' else 'always free' end
        when lasts.last_plan_code = 'free' then 'came and went'
        when folded.downgrades > 0 then 'up and down'
        when folded.upgrades + folded.conversions > 1 then 'climber'
        else 'settled'
    end as journey_kind
from folded
inner join workspaces
    on folded.workspace_id = workspaces.workspace_id
inner join lasts
    on folded.workspace_id = lasts.workspace_id
    and lasts.recency = 1
left join activity
    on folded.workspace_id = activity.workspace_id
