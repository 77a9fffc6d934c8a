-- What advertising cost by day and campaign, as last stated by the platform, in USD of the day.
with spend as (

    select * from {{ ref('int_ad_spend_usd') }}
    where spend_date <= {{ as_of() }}

),

ads as (

    select * from {{ ref('stg_marketing__ad_campaigns') }}

)

select
    {{ surrogate_key(['spend.spend_date', 'spend.ad_campaign_id']) }} as ad_spend_id,
    spend.spend_date,
    {{ month_start('spend.spend_date') }} as month_start,
    spend.ad_campaign_id,
    ads.ad_campaign_name,
    ads.utm_campaign,
    ads.objective,
    spend.platform,
    spend.channel,
    spend.impressions,
    spend.clicks,
    spend.spend,
    spend.currency,
    spend.spend_usd,
    {{ safe_divide('spend.spend_usd', 'spend.clicks') }} as cost_per_click_usd,
    {{ safe_divide('spend.clicks', 'spend.impressions') }} as click_rate,
    spend.statements > 1 as is_restated
from spend
left join ads
    on spend.ad_campaign_id = ads.ad_campaign_id
