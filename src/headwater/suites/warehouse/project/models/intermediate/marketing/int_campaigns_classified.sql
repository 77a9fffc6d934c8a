-- Campaigns with their type and channel. What a campaign on an advertising platform cost is in the platform's statements,
-- so its cost in the CRM (typed in by hand) is not counted.
with campaigns as (

    select * from {{ ref('stg_crm__campaigns') }}

),

types as (

    select * from {{ ref('map_campaign_types') }}

),

ads as (

    select * from {{ ref('stg_marketing__ad_campaigns') }}

),

platforms as (

    select * from {{ ref('map_ad_platforms') }}

)

select
    campaigns.campaign_id,
    campaigns.campaign_name,
    coalesce(types.campaign_type, 'other') as campaign_type,
    coalesce(platforms.channel, types.channel, 'other') as channel,
    campaigns.status,
    campaigns.starts_on,
    campaigns.ends_on,
    campaigns.budgeted_cost_usd,
    case when ads.ad_campaign_id is null then coalesce(campaigns.actual_cost_usd, 0) else 0 end as own_cost_usd,
    ads.ad_campaign_id,
    ads.utm_campaign,
    ads.platform
from campaigns
left join types
    on campaigns.source_campaign_type = types.source_campaign_type
left join ads
    on campaigns.ad_campaign_id = ads.ad_campaign_id
left join platforms
    on ads.platform = platforms.platform
