with expected as (
    select
        members.campaign_id,
        count(distinct coalesce(contacts.email, leads.email, members.contact_id, members.lead_id)) as people
    from {{ ref('stg_crm__campaign_members') }} as members
    left join {{ ref('stg_crm__contacts') }} as contacts
        on members.contact_id = contacts.contact_id
    left join {{ ref('stg_crm__leads') }} as leads
        on members.lead_id = leads.lead_id
    group by members.campaign_id
)

select expected.campaign_id, expected.people, performance.members
from expected
inner join {{ ref('agg_campaign_performance') }} as performance
    on expected.campaign_id = performance.campaign_id
where performance.members > expected.people
