{{ config(materialized='table') }}

-- One row for each recipient of each mail, with when it first went through every step. Opens are often machines
-- (privacy proxies open everything), so engagement starts with the click; a click implies delivery and opening.
with events as (

    select * from {{ ref('stg_marketing__email_events') }}
    where not {{ is_own_email('email') }}

),

sends as (

    select
        email,
        campaign_name,
        min(case when event_type = 'sent' then occurred_at end) as sent_at,
        min(case when event_type = 'delivered' then occurred_at end) as delivered_at,
        min(case when event_type = 'opened' then occurred_at end) as opened_at,
        min(case when event_type = 'clicked' then occurred_at end) as clicked_at,
        min(case when event_type = 'unsubscribed' then occurred_at end) as unsubscribed_at,
        min(case when event_type = 'bounced' then occurred_at end) as bounced_at,
        max({{ email_event_rank('event_type') }}) as furthest_rank,
        min(occurred_at) as first_event_at
    from events
    group by email, campaign_name

)

select
    {{ surrogate_key(['campaign_name', 'email']) }} as email_send_id,
    email,
    campaign_name,
    coalesce(sent_at, first_event_at) as sent_at,
    coalesce(delivered_at, opened_at, clicked_at) as delivered_at,
    coalesce(opened_at, clicked_at) as opened_at,
    clicked_at,
    unsubscribed_at,
    bounced_at,
    bounced_at is not null and clicked_at is null and opened_at is null and delivered_at is null as has_bounced,
    furthest_rank
from sends
