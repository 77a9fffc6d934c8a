-- What sellers did, tied to the account that it was for: through the opportunity, else the contact, else the converted
-- lead. What integrations log (mail sync, dialler) is not work. Activities planned for after the clock have not happened.
with activities as (

    select * from {{ ref('stg_crm__activities') }}
    where occurred_at < {{ as_of_end() }}

),

sellers as (

    select * from {{ ref('stg_crm__users') }}
    where not is_integration

),

opportunities as (

    select * from {{ ref('int_opportunities_resolved') }}

),

contacts as (

    select * from {{ ref('int_contacts_resolved') }}

),

leads as (

    select
        resolved.lead_id,
        resolved.surviving_lead_id,
        conversions.crm_account_id
    from {{ ref('int_leads_resolved') }} as resolved
    left join {{ ref('int_lead_conversions') }} as conversions
        on resolved.surviving_lead_id = conversions.lead_id

)

select
    activities.activity_id,
    activities.activity_type,
    activities.owner_crm_user_id,
    activities.occurred_at,
    activities.occurred_on,
    opportunities.opportunity_id,
    contacts.surviving_contact_id as contact_id,
    leads.surviving_lead_id as lead_id,
    coalesce(opportunities.crm_account_id, contacts.crm_account_id, leads.crm_account_id) as crm_account_id,
    activities.outcome,
    {{ activity_effort('activities.activity_type') }} as effort_minutes
from activities
inner join sellers
    on activities.owner_crm_user_id = sellers.crm_user_id
left join opportunities
    on activities.opportunity_id = opportunities.opportunity_id
left join contacts
    on activities.contact_id = contacts.contact_id
left join leads
    on activities.lead_id = leads.lead_id
