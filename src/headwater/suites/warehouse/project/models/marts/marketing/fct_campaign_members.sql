-- People whom campaigns reached, and what they did.
with members as (

    select * from {{ ref('int_campaign_members_resolved') }}

),

campaigns as (

    select * from {{ ref('dim_campaigns') }}

)

select
    members.campaign_member_key,
    members.campaign_id,
    campaigns.campaign_type,
    campaigns.channel,
    members.lead_id,
    members.contact_id,
    people.person_id,
    members.joined_at,
    members.responded_at,
    members.has_responded,
    members.has_attended,
    members.member_records
from members
inner join campaigns
    on members.campaign_id = campaigns.campaign_id
left join {{ ref('int_people') }} as people
    on members.email = people.email
