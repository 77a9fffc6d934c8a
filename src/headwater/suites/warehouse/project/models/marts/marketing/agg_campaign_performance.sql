-- What campaigns cost and brought. Members come from the CRM; pipeline and bookings from position-based attribution of
-- touches that carry the campaign's UTM name, or its own name.
with campaigns as (

    select * from {{ ref('dim_campaigns') }}

),

-- several campaigns can share a UTM name over the years: the youngest takes the credit
keys as (

    select
        campaign_key,
        campaign_id,
        row_number() over (partition by campaign_key order by starts_on desc, campaign_id) as key_number
    from (
        select campaign_id, starts_on, utm_campaign as campaign_key from campaigns where utm_campaign is not null
        union all
        select campaign_id, starts_on, campaign_name as campaign_key from campaigns
    ) as named

),

members as (

    select
        campaign_id,
        count(*) as members,
        {{ count_where('has_responded') }} as responses
    from {{ ref('fct_campaign_members') }}
    group by campaign_id

),

pipeline as (

    select
        keys.campaign_id,
        sum(attributed.weight) as opportunities,
        sum(attributed.attributed_amount_usd) as pipeline_usd
    from {{ ref('fct_attributed_opportunities') }} as attributed
    inner join keys
        on attributed.campaign_key = keys.campaign_key
        and keys.key_number = 1
    where attributed.attribution_model = 'position_based'
    group by keys.campaign_id

),

bookings as (

    select
        keys.campaign_id,
        sum(attributed.attributed_acv_usd) as acv_usd
    from {{ ref('fct_attributed_bookings') }} as attributed
    inner join keys
        on attributed.campaign_key = keys.campaign_key
        and keys.key_number = 1
    where attributed.attribution_model = 'position_based'
    group by keys.campaign_id

)

select
    campaigns.campaign_id,
    campaigns.campaign_name,
    campaigns.campaign_type,
    campaigns.channel,
    campaigns.fiscal_quarter,
    campaigns.budgeted_cost_usd,
    campaigns.cost_usd,
    coalesce(members.members, 0) as members,
    coalesce(members.responses, 0) as responses,
    coalesce(pipeline.opportunities, 0) as opportunities,
    coalesce(pipeline.pipeline_usd, 0) as pipeline_usd,
    coalesce(bookings.acv_usd, 0) as acv_usd,
    {{ safe_divide('campaigns.cost_usd', 'members.responses') }} as cost_per_response_usd,
    {{ safe_divide('coalesce(bookings.acv_usd, 0)', 'campaigns.cost_usd') }} as return_on_cost
from campaigns
left join members
    on campaigns.campaign_id = members.campaign_id
left join pipeline
    on campaigns.campaign_id = pipeline.campaign_id
left join bookings
    on campaigns.campaign_id = bookings.campaign_id
