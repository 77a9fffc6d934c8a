with stated as (
    select spend_date, ad_campaign_id, max(restated_at) as restated_at
    from {{ ref('stg_marketing__ad_spend') }}
    group by spend_date, ad_campaign_id
),

rates as (
    select
        {{ month_start('rate_date') }} as month_start,
        currency,
        min(usd_per_unit) as lowest,
        max(usd_per_unit) as highest
    from {{ ref('stg_treasury__fx_rates') }}
    where currency <> 'USD'
    group by {{ month_start('rate_date') }}, currency
),

bounds as (
    select
        {{ month_start('statements.spend_date') }} as month_start,
        sum(statements.spend * coalesce(rates.lowest, 1)) as least_usd,
        sum(statements.spend * coalesce(rates.highest, 1)) as most_usd
    from stated
    inner join {{ ref('stg_marketing__ad_spend') }} as statements
        on stated.spend_date = statements.spend_date
        and stated.ad_campaign_id = statements.ad_campaign_id
        and stated.restated_at = statements.restated_at
    left join rates
        on statements.currency = rates.currency
        and {{ month_start('statements.spend_date') }} = rates.month_start
    group by {{ month_start('statements.spend_date') }}
)

select summary.month_start, summary.advertising_cost_usd, bounds.least_usd, bounds.most_usd
from {{ ref('rpt_marketing_summary') }} as summary
inner join bounds on summary.month_start = bounds.month_start
where summary.advertising_cost_usd < bounds.least_usd * 0.995
    or summary.advertising_cost_usd > bounds.most_usd * 1.005
