-- Amounts in USD: closed opportunities at the rate of their close date, open ones at the last rate we know. The first
-- amount that the history has (what the seller hoped for) takes the same rate, so that the two compare.
with opportunities as (

    select * from {{ ref('int_opportunities_resolved') }}

),

versions as (

    select * from {{ ref('int_opportunity_versions') }}
    where version_number = 1

),

rates as (

    select * from {{ ref('int_fx_rates_daily') }}

)

select
    opportunities.opportunity_id,
    opportunities.currency,
    {{ rate_date('opportunities.close_date', as_of()) }} as rate_date,
    rates.usd_per_unit,
    opportunities.amount,
    {{ to_usd('opportunities.amount', 'opportunities.currency', 'rates.usd_per_unit') }} as amount_usd,
    {{ to_usd('versions.amount', 'opportunities.currency', 'rates.usd_per_unit') }} as first_amount_usd,
    versions.close_date as first_close_date
from opportunities
left join versions
    on opportunities.opportunity_id = versions.opportunity_id
left join rates
    on opportunities.currency = rates.currency
    and {{ rate_date('opportunities.close_date', as_of()) }} = rates.rate_date
