-- Prices with what they sell and the price that they took the place of.
with prices as (
    select * from {{ ref('stg_billing__prices') }}
),

products as (
    select * from {{ ref('stg_billing__products') }}
),

constant_rates as (
    select * from {{ ref('constant_fx_rates') }}
),

joined as (
    select
        prices.price_id,
        prices.product_id,
        products.product_name,
        products.product_line,
        prices.plan_code,
        prices.currency,
        prices.billing_interval,
        prices.unit_amount,
        {{ monthly_amount('prices.unit_amount', 'prices.billing_interval') }} as monthly_unit_amount,
        prices.is_active,
        prices.created_at,
        constant_rates.usd_per_unit as constant_usd_per_unit
    from prices
    inner join products
        on prices.product_id = products.product_id
    inner join constant_rates
        on prices.currency = constant_rates.currency
),

sequenced as (
    select
        *,
        row_number() over (
            partition by product_id, plan_code, currency, billing_interval order by created_at, price_id
        ) as price_version,
        lag(price_id) over (
            partition by product_id, plan_code, currency, billing_interval order by created_at, price_id
        ) as previous_price_id,
        lag(unit_amount) over (
            partition by product_id, plan_code, currency, billing_interval order by created_at, price_id
        ) as previous_unit_amount,
        lead(created_at) over (
            partition by product_id, plan_code, currency, billing_interval order by created_at, price_id
        ) as superseded_at
    from joined
)

select * from sequenced
