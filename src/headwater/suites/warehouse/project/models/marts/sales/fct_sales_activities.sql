-- What sellers did, by the seller's calendar.
with activities as (

    select * from {{ ref('int_activities_resolved') }}

),

reps as (

    select * from {{ ref('dim_sales_reps') }}

)

select
    activities.activity_id,
    activities.activity_type,
    activities.owner_crm_user_id as crm_user_id,
    reps.role,
    reps.territory_id,
    activities.occurred_at,
    activities.occurred_on,
    {{ month_start('activities.occurred_on') }} as month_start,
    activities.opportunity_id,
    activities.contact_id,
    activities.lead_id,
    activities.crm_account_id,
    activities.outcome,
    activities.effort_minutes,
    row_number() over (
        partition by activities.opportunity_id, activities.activity_type
        order by activities.occurred_at, activities.activity_id
    ) as activity_number_of_opportunity
from activities
inner join reps
    on activities.owner_crm_user_id = reps.crm_user_id
