-- Open opportunities that managers should talk about: overdue, slipped out of their quarter, or stuck in their stage.
with open_opportunities as (

    select * from {{ ref('fct_opportunities') }}
    where not is_closed

),

last_activity as (

    select
        opportunity_id,
        max(occurred_on) as last_activity_on
    from {{ ref('fct_sales_activities') }}
    where opportunity_id is not null
    group by opportunity_id

),

judged as (

    select
        open_opportunities.*,
        last_activity.last_activity_on,
        open_opportunities.close_date < {{ as_of() }} as is_overdue,
        open_opportunities.quarter_slips >= 2 as is_slipping,
        open_opportunities.days_in_current_stage > {{ var('stuck_stage_days', 90) }} as is_stuck,
        coalesce({{ date_diff_days('last_activity.last_activity_on', as_of()) }}, open_opportunities.age_days) > 30 as is_silent
    from open_opportunities
    left join last_activity
        on open_opportunities.opportunity_id = last_activity.opportunity_id

)

select
    judged.opportunity_id,
    judged.opportunity_name,
    judged.crm_user_id,
    reps.rep_name,
    reps.manager_name,
    judged.stage,
    judged.amount_usd,
    judged.close_date,
    judged.close_date_slips,
    judged.days_slipped,
    judged.days_in_current_stage,
    judged.last_activity_on,
    judged.is_overdue,
    judged.is_slipping,
    judged.is_stuck,
    judged.is_silent,
    case when judged.is_overdue then 1 else 0 end
    + case when judged.is_slipping then 1 else 0 end
    + case when judged.is_stuck then 1 else 0 end
    + case when judged.is_silent then 1 else 0 end as problems
from judged
left join {{ ref('dim_sales_reps') }} as reps
    on judged.crm_user_id = reps.crm_user_id
