with products as (
    select * from {{ ref('stg_billing__products') }}
),

prices as (
    select
        product_id,
        count(*) as prices,
        {{ count_where('superseded_at is null') }} as current_prices,
        min(created_at) as first_priced_at
    from {{ ref('int_prices_enriched') }}
    group by product_id
)

select
    products.product_id,
    products.product_name,
    products.product_line,
    products.product_line <> 'services' as is_recurring,
    products.is_active,
    coalesce(prices.prices, 0) as prices,
    coalesce(prices.current_prices, 0) as current_prices,
    {{ to_date('prices.first_priced_at') }} as first_priced_on
from products
left join prices
    on products.product_id = prices.product_id
