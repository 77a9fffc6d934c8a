select summary.cost_usd, charged.cost_usd as charged_usd
from (select sum(cost_usd) as cost_usd from {{ ref('rpt_marketing_summary') }}) as summary
cross join (
    select
        (select sum(spend_usd) from {{ ref('fct_ad_spend_daily') }})
        + (
            select sum(actual_cost_usd)
            from {{ ref('stg_crm__campaigns') }}
            where ad_campaign_id is null and starts_on <= {{ as_of() }}
        ) as cost_usd
) as charged
where abs(summary.cost_usd - charged.cost_usd) > 0.01
