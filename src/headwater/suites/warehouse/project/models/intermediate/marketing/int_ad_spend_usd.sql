-- Spend at the rate of its day, with the channel of its platform.
with spend as (

    select * from {{ ref('int_ad_spend_latest') }}

),

rates as (

    select * from {{ ref('int_fx_rates_daily') }}

),

platforms as (

    select * from {{ ref('map_ad_platforms') }}

)

select
    spend.spend_date,
    spend.ad_campaign_id,
    spend.platform,
    coalesce(platforms.channel, 'other') as channel,
    spend.impressions,
    spend.clicks,
    spend.spend,
    spend.currency,
    {{ to_usd('spend.spend', 'spend.currency', 'rates.usd_per_unit') }} as spend_usd,
    spend.statements
from spend
left join rates
    on spend.currency = rates.currency
    and spend.spend_date = rates.rate_date
left join platforms
    on spend.platform = platforms.platform
