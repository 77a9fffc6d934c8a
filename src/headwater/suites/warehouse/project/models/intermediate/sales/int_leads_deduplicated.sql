{{ config(materialized='table') }}

-- One row a person. The surviving record gives status and owner; the first of all records gives the source, since
-- that is what brought the person; each milestone is the earliest of any record.
with leads as (

    select * from {{ ref('stg_crm__leads') }}

),

resolved as (

    select * from {{ ref('int_leads_resolved') }}
    where not is_deleted

),

sources as (

    select * from {{ ref('map_lead_sources') }}

),

records as (

    select
        resolved.surviving_lead_id,
        leads.*,
        row_number() over (
            partition by resolved.surviving_lead_id
            order by leads.created_at, leads.lead_id
        ) as record_number
    from resolved
    inner join leads
        on resolved.lead_id = leads.lead_id

),

milestones as (

    select
        surviving_lead_id,
        count(*) as lead_records,
        min(created_at) as created_at,
        min(mql_at) as mql_at,
        min(sql_at) as sql_at,
        min(converted_at) as converted_at,
        max(case when record_number = 1 then source_lead_source end) as first_lead_source,
        min(anonymous_id) as anonymous_id
    from records
    group by surviving_lead_id

)

select
    milestones.surviving_lead_id as lead_id,
    leads.email,
    leads.company_name,
    coalesce(sources.lead_source, 'Other') as lead_source,
    coalesce(sources.channel, 'other') as source_channel,
    leads.status,
    leads.owner_crm_user_id,
    coalesce(leads.anonymous_id, milestones.anonymous_id) as anonymous_id,
    milestones.lead_records,
    milestones.created_at,
    milestones.mql_at,
    milestones.sql_at,
    milestones.converted_at,
    leads.converted_crm_account_id,
    leads.converted_contact_id,
    leads.converted_opportunity_id
from milestones
inner join leads
    on milestones.surviving_lead_id = leads.lead_id
left join sources
    on lower(milestones.first_lead_source) = sources.source_lead_source
