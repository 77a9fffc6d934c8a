-- People of campaigns, once each: a person may be in a campaign as lead and as contact, and as several leads. The
-- furthest status counts, from the first time that they were reached.
with members as (

    select * from {{ ref('stg_crm__campaign_members') }}

),

leads as (

    select
        resolved.lead_id,
        resolved.surviving_lead_id,
        deduplicated.email
    from {{ ref('int_leads_resolved') }} as resolved
    inner join {{ ref('int_leads_deduplicated') }} as deduplicated
        on resolved.surviving_lead_id = deduplicated.lead_id

),

contacts as (

    select * from {{ ref('int_contacts_resolved') }}

),

resolved as (

    select
        members.campaign_id,
        members.member_status,
        members.joined_at,
        leads.surviving_lead_id as lead_id,
        contacts.surviving_contact_id as contact_id,
        coalesce(contacts.email, leads.email) as email,
        coalesce(contacts.email, leads.email, contacts.surviving_contact_id, leads.surviving_lead_id) as person
    from members
    left join leads
        on members.lead_id = leads.lead_id
    left join contacts
        on members.contact_id = contacts.contact_id

)

select
    {{ surrogate_key(['campaign_id', 'person']) }} as campaign_member_key,
    campaign_id,
    person,
    min(email) as email,
    min(lead_id) as lead_id,
    min(contact_id) as contact_id,
    min(joined_at) as joined_at,
    min(case when member_status in ('responded', 'attended') then joined_at end) as responded_at,
    max(case when member_status = 'attended' then 1 else 0 end) = 1 as has_attended,
    max(case when member_status in ('responded', 'attended') then 1 else 0 end) = 1 as has_responded,
    count(*) as member_records
from resolved
where person is not null
group by campaign_id, person
