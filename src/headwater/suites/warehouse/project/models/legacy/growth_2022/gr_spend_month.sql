{{ config(materialized='table') }}

-- advertising by platform and month in dollars, visits and sign-ups of the channel 'paid' next to it. linkedin bills in euros, the
-- rate is that of the day. the last statement of a day counts.
with statements as (

    select
        *,
        row_number() over (partition by spend_date, ad_campaign_id order by restated_at desc, spend_statement_id) as statements_back
    from {{ ref('stg_marketing__ad_spend') }}
    where spend_date <= {{ as_of() }}

),

days as (

    select
        statements.spend_date,
        statements.platform,
        statements.ad_campaign_id,
        statements.impressions,
        statements.clicks,
        {{ legacy_usd('statements.spend', 'rates.rate') }} as spend_usd
    from statements
    inner join {{ ref('base_rates') }} as rates
        on statements.currency = rates.currency
        and statements.spend_date = rates.rate_dt
    where statements.statements_back = 1

),

spend as (

    select
        {{ month_start('spend_date') }} as month,
        platform,
        count(distinct ad_campaign_id) as campaigns,
        sum(impressions) as impressions,
        sum(clicks) as clicks,
        sum(spend_usd) as spend_usd
    from days
    group by {{ month_start('spend_date') }}, platform

),

totals as (

    select
        month,
        sum(spend_usd) as month_spend_usd
    from spend
    group by month

),

visits as (

    select
        month,
        count(*) as paid_visits
    from {{ ref('gr_visits') }}
    where channel = 'paid'
    group by month

),

signups as (

    select
        month,
        sum(signups) as paid_signups
    from {{ ref('gr_signups') }}
    where channel = 'paid'
    group by month

),

final as (

    select
        spend.month,
        spend.platform,
        spend.campaigns,
        spend.impressions,
        spend.clicks,
        spend.spend_usd,
        totals.month_spend_usd,
        coalesce(visits.paid_visits, 0) as paid_visits_of_month,
        coalesce(signups.paid_signups, 0) as paid_signups_of_month,
        {{ growth_share('spend.spend_usd', 'totals.month_spend_usd') }} as share_of_spend,
        {{ safe_divide('spend.spend_usd', 'spend.clicks', 4) }} as cost_per_click_usd,
        {{ safe_divide('totals.month_spend_usd', 'signups.paid_signups', 2) }} as cost_per_paid_signup_usd
    from spend
    inner join totals on spend.month = totals.month
    left join visits on spend.month = visits.month
    left join signups on spend.month = signups.month

)

select * from final
