-- What became of converted leads, by the records that are left today.
with leads as (

    select * from {{ ref('int_leads_deduplicated') }}
    where converted_at is not null

),

survivors as (

    select * from {{ ref('int_crm_accounts_survivors') }}

),

contacts as (

    select * from {{ ref('int_contacts_resolved') }}

),

opportunities as (

    select * from {{ ref('stg_crm__opportunities') }}
    where not is_deleted

)

select
    leads.lead_id,
    leads.converted_at,
    survivors.surviving_crm_account_id as crm_account_id,
    contacts.surviving_contact_id as contact_id,
    opportunities.opportunity_id,
    opportunities.created_at as opportunity_created_at,
    opportunities.stage,
    case when {{ is_won_stage('opportunities.stage') }} then opportunities.close_date end as won_on
from leads
left join survivors
    on leads.converted_crm_account_id = survivors.crm_account_id
left join contacts
    on leads.converted_contact_id = contacts.contact_id
left join opportunities
    on leads.converted_opportunity_id = opportunities.opportunity_id
