-- Campaigns as sales and marketing both see them, with what they cost.
with campaigns as (

    select * from {{ ref('int_campaigns_classified') }}

),

costs as (

    select
        campaign_id,
        sum(cost_usd) as cost_usd,
        {{ sum_where("cost_kind = 'advertising'", 'cost_usd') }} as advertising_cost_usd
    from {{ ref('int_campaign_costs_monthly') }}
    where campaign_id is not null
    group by campaign_id

)

select
    campaigns.campaign_id,
    campaigns.campaign_name,
    campaigns.campaign_type,
    campaigns.channel,
    campaigns.status,
    campaigns.platform,
    campaigns.ad_campaign_id,
    campaigns.utm_campaign,
    campaigns.starts_on,
    campaigns.ends_on,
    {{ fiscal_quarter('campaigns.starts_on') }} as fiscal_quarter,
    campaigns.budgeted_cost_usd,
    coalesce(costs.cost_usd, 0) as cost_usd,
    coalesce(costs.advertising_cost_usd, 0) as advertising_cost_usd,
    coalesce(costs.cost_usd, 0) > campaigns.budgeted_cost_usd as is_over_budget
from campaigns
left join costs
    on campaigns.campaign_id = costs.campaign_id
