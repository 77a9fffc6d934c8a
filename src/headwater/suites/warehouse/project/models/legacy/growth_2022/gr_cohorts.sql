{{ config(materialized='table') }}

-- retention of workspaces by month of their creation: how many of a cohort were used in each of the twelve months after it. a
-- column for each month, because the slide had one. columns of months that have not come yet are null.
{%- set horizon = 12 %}
with workspaces as (

    select
        workspace_id,
        account_id,
        created_month,
        size_class
    from {{ ref('gr_activation') }}
    where account_kind = 'customer'

),

used as (

    select distinct
        usage.ws_id as workspace_id,
        usage.month_dt as month
    from {{ ref('tmp_usage_months') }} as usage
    where usage.days_active > 0

),

ages as (

    select
        workspaces.workspace_id,
        workspaces.created_month,
        workspaces.size_class,
        {{ legacy_month_no('used.month') }} - {{ legacy_month_no('workspaces.created_month') }} as age
    from workspaces
    left join used on workspaces.workspace_id = used.workspace_id

),

final as (

    select
        created_month,
        size_class,
        count(distinct workspace_id) as workspaces
        {%- for age in range(horizon + 1) %},
        case
            when {{ legacy_month_no('created_month') }} + {{ age }} <= {{ legacy_month_no(as_of()) }}
                then count(distinct case when age = {{ age }} then workspace_id end)
        end as used_month_{{ age }}
        {%- endfor %}
    from ages
    group by created_month, size_class

)

select * from final
