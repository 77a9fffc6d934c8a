with stated as (
    select
        spend_date,
        ad_campaign_id,
        max(restated_at) as restated_at
    from {{ ref('stg_marketing__ad_spend') }}
    group by spend_date, ad_campaign_id
),

expected as (
    select
        {{ month_start('stated.spend_date') }} as month_start,
        statements.currency,
        sum(statements.spend) as spend
    from stated
    inner join {{ ref('stg_marketing__ad_spend') }} as statements
        on stated.spend_date = statements.spend_date
        and stated.ad_campaign_id = statements.ad_campaign_id
        and stated.restated_at = statements.restated_at
    group by {{ month_start('stated.spend_date') }}, statements.currency
),

found as (
    select month_start, currency, sum(spend) as spend
    from {{ ref('fct_ad_spend_daily') }}
    group by month_start, currency
)

select expected.month_start, expected.currency, expected.spend, found.spend as found_spend
from expected
full join found
    on expected.month_start = found.month_start
    and expected.currency = found.currency
where coalesce(expected.spend, 0) <> coalesce(found.spend, 0)
