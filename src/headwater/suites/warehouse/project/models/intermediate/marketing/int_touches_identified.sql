{{ config(materialized='table') }}

-- Touches with the person behind them. Sessions from before a visitor said who they were count, too: that is what
-- stitching is for. Touches of staff and tests are gone; those of nobody we know stay, without a person.
with touches as (

    select * from {{ ref('int_touches_unioned') }}
    where touched_at < {{ as_of_end() }}

),

stitched as (

    select * from {{ ref('int_identity_stitched') }}

),

people as (

    select * from {{ ref('int_people') }}

)

select
    touches.touch_id,
    touches.touch_type,
    touches.touched_at,
    touches.anonymous_id,
    people.person_id,
    people.lead_id,
    people.contact_id,
    people.user_id,
    people.crm_account_id,
    people.account_id,
    touches.channel,
    touches.channel <> 'direct' as is_attributable,
    touches.campaign_key,
    touches.detail
from touches
left join stitched
    on touches.anonymous_id = stitched.anonymous_id
left join people
    on coalesce(touches.email, stitched.email) = people.email
where touches.email is null
    or not {{ is_own_email('touches.email') }}
