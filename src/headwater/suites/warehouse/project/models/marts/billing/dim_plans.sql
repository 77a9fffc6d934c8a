-- Plans of both products with their list price of today in dollars.
with catalogue as (
    select * from {{ ref('plan_catalogue') }}
),

prices as (
    select * from {{ ref('int_prices_enriched') }}
    where currency = '{{ var("reporting_currency") }}'
        and superseded_at is null
        and plan_code is not null
),

list_prices as (
    select
        plan_code,
        max(case when billing_interval = 'month' then unit_amount end) as monthly_list_price_usd,
        max(case when billing_interval = 'year' then unit_amount end) as yearly_list_price_usd
    from prices
    group by plan_code
)

select
    catalogue.plan_code,
    catalogue.plan_name,
    catalogue.deployment,
    catalogue.edition,
    catalogue.sku,
    catalogue.plan_rank,
    catalogue.is_paid,
    catalogue.product_line,
    list_prices.monthly_list_price_usd,
    list_prices.yearly_list_price_usd
from catalogue
left join list_prices
    on catalogue.plan_code = list_prices.plan_code
