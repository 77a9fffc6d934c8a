-- The last statement of each day and campaign: platforms correct clicks and spend for three days.
with statements as (

    select
        *,
        coalesce(restated_at, loaded_at) as stated_at
    from {{ ref('stg_marketing__ad_spend') }}

),

latest as (

    {{ deduplicate('statements', partition_by='spend_date, ad_campaign_id', order_by='stated_at desc, spend_statement_id') }}

),

statement_counts as (

    select
        spend_date,
        ad_campaign_id,
        count(*) as statements
    from statements
    group by spend_date, ad_campaign_id

)

select
    latest.spend_date,
    latest.ad_campaign_id,
    latest.platform,
    latest.impressions,
    latest.clicks,
    latest.spend,
    latest.currency,
    latest.stated_at,
    statement_counts.statements
from latest
inner join statement_counts
    on latest.spend_date = statement_counts.spend_date
    and latest.ad_campaign_id = statement_counts.ad_campaign_id
