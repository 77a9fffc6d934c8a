-- What campaigns cost by month: advertising as it was spent, everything else in the month in which it began. What began
-- before the warehouse's history is in its first month.
with campaigns as (

    select * from {{ ref('int_campaigns_classified') }}

),

advertising as (

    select
        ad_campaign_id,
        channel,
        {{ month_start('spend_date') }} as month_start,
        sum(spend_usd) as cost_usd
    from {{ ref('int_ad_spend_usd') }}
    group by ad_campaign_id, channel, {{ month_start('spend_date') }}

),

ad_campaign_owners as (

    select
        ad_campaign_id,
        min(campaign_id) as campaign_id
    from campaigns
    where ad_campaign_id is not null
    group by ad_campaign_id

)

select
    ad_campaign_owners.campaign_id,
    advertising.ad_campaign_id,
    advertising.channel,
    advertising.month_start,
    'advertising' as cost_kind,
    advertising.cost_usd
from advertising
left join ad_campaign_owners
    on advertising.ad_campaign_id = ad_campaign_owners.ad_campaign_id

union all

select
    campaign_id,
    cast(null as varchar) as ad_campaign_id,
    channel,
    {{ month_start('greatest(starts_on, ' ~ history_start() ~ ')') }} as month_start,
    'programme' as cost_kind,
    own_cost_usd as cost_usd
from campaigns
where own_cost_usd > 0
    and starts_on <= {{ as_of() }}
