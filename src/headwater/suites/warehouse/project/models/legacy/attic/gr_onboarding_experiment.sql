{{ config(materialized='table') }}

-- the onboarding experiment of may 2022: workspaces whose id ends in an even digit saw the checklist. it ran from 2022-05-02 to
-- 2022-06-26 and showed nothing. kept because the write-up links to it. created_dt decides, not the first visit.
with workspaces as (

    select
        workspace_id,
        created_dt,
        size_class,
        had_trial,
        is_activated,
        kinds_of_use,
        peak_people,
        case
            when substr(md5(workspace_id), 1, 1) in ('0', '2', '4', '6', '8', 'a', 'c', 'e') then 'checklist'
            else 'control'
        end as variant
    from {{ ref('gr_activation') }}
    where account_kind = 'customer'
        and created_dt between cast('2022-05-02' as date) and cast('2022-06-26' as date)

),

paid as (

    select
        workspace_id,
        min(month) as first_paid_month
    from {{ ref('gr_plan_months') }}
    where plan_level > 0
        and not is_trial
    group by workspace_id

)

select
    workspaces.variant,
    workspaces.size_class,
    count(*) as workspaces,
    sum(case when workspaces.is_activated then 1 else 0 end) as activated,
    sum(case when workspaces.had_trial = 'Y' then 1 else 0 end) as with_trial,
    sum(workspaces.kinds_of_use) as kinds_of_use,
    sum(workspaces.peak_people) as peak_people,
    sum(case when paid.first_paid_month is not null then 1 else 0 end) as paid_later,
    {{ growth_share('sum(case when workspaces.is_activated then 1 else 0 end)', 'count(*)') }} as activation_rate
from workspaces
left join paid on workspaces.workspace_id = paid.workspace_id
group by workspaces.variant, workspaces.size_class
