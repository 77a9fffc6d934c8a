-- One row a person that came in as a lead.
with leads as (

    select * from {{ ref('int_leads_deduplicated') }}

),

milestones as (

    select * from {{ ref('int_lead_milestones') }}

)

select
    leads.lead_id,
    leads.email,
    leads.company_name,
    leads.lead_source,
    leads.source_channel,
    leads.status,
    leads.owner_crm_user_id,
    leads.lead_records,
    leads.created_at,
    {{ to_date('leads.created_at') }} as created_on,
    {{ month_start('leads.created_at') }} as created_month,
    {{ fiscal_quarter(to_date('leads.created_at')) }} as fiscal_quarter,
    milestones.mql_at,
    milestones.sql_at,
    leads.converted_at,
    leads.converted_at is not null as is_converted,
    milestones.opportunity_id,
    milestones.crm_account_id,
    milestones.furthest_stage,
    people.person_id,
    people.user_id
from leads
inner join milestones
    on leads.lead_id = milestones.lead_id
left join {{ ref('int_people') }} as people
    on leads.email = people.email
