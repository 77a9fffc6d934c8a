{{ config(
    materialized='incremental',
    event_time='week',
    unique_key=['workspace_id', 'week'],
    incremental_strategy='delete+insert'
) }}

-- use of workspaces by week (monday to sunday, utc), with a column for each event that the project looked at.
{%- set events = growth_events() %}
with days as (

    select
        ws_id as workspace_id,
        cust_id as account_id,
        use_dt as day,
        {{ week_start('use_dt') }} as week,
        actions,
        people,
        active_people,
        messages,
        runbooks,
        board_updates as boards,
        files,
        calls,
        searches
    from {{ ref('base_usage_days') }}
    {%- if is_incremental() %}
    where use_dt >= {{ week_start(date_add_days(as_of(), -14)) }}
    {%- endif %}

),

weeks as (

    select
        workspace_id,
        account_id,
        week,
        count(*) as days_used,
        sum(case when active_people > 0 then 1 else 0 end) as days_active,
        max(active_people) as peak_people,
        sum(active_people) as person_days,
        sum(actions) as actions
        {%- for column in events.values() %},
        sum({{ column }}) as {{ column }}
        {%- endfor %}
    from days
    group by workspace_id, account_id, week

),

final as (

    select
        weeks.*,
        {% for column in events.values() %}case when {{ column }} > 0 then 1 else 0 end{% if not loop.last %}
            + {% endif %}{% endfor %} as kinds_of_use,
        case
            when days_active >= 4 and peak_people >= 5 then 'heavy'
            when days_active >= 2 and peak_people >= 2 then 'regular'
            when days_active >= 1 then 'light'
            else 'idle'
        end as intensity
    from weeks

)

select * from final
