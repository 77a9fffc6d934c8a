-- the newsletter by month of sending: how many got it, opened it, clicked. a person counts once a campaign.
with events as (

    select
        email,
        campaign_name,
        event_type,
        occurred_at
    from {{ ref('stg_marketing__email_events') }}

),

sends as (

    select
        email,
        campaign_name,
        {{ month_start('min(occurred_at)') }} as month
    from events
    where event_type = 'sent'
    group by email, campaign_name

),

reactions as (

    select
        email,
        campaign_name,
        max(case when event_type = 'delivered' then 1 else 0 end) as was_delivered,
        max(case when event_type = 'opened' then 1 else 0 end) as has_opened,
        max(case when event_type = 'clicked' then 1 else 0 end) as has_clicked,
        max(case when event_type = 'bounced' then 1 else 0 end) as has_bounced,
        max(case when event_type = 'unsubscribed' then 1 else 0 end) as has_left
    from events
    group by email, campaign_name

)

select
    sends.month,
    count(distinct sends.campaign_name) as campaigns,
    count(*) as sent,
    sum(reactions.was_delivered) as delivered,
    sum(reactions.has_opened) as opened,
    sum(reactions.has_clicked) as clicked,
    sum(reactions.has_bounced) as bounced,
    sum(reactions.has_left) as unsubscribed,
    {{ growth_share('sum(reactions.has_opened)', 'count(*)') }} as open_rate,
    {{ growth_share('sum(reactions.has_clicked)', 'count(*)') }} as click_rate
from sends
inner join reactions
    on sends.email = reactions.email
    and sends.campaign_name = reactions.campaign_name
group by sends.month
