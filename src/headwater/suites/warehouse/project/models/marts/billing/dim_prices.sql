-- Prices and how each differs from the one before it.
with prices as (
    select * from {{ ref('int_prices_enriched') }}
)

select
    price_id,
    product_id,
    product_name,
    product_line,
    plan_code,
    currency,
    billing_interval,
    unit_amount,
    monthly_unit_amount,
    {{ usd_amount('monthly_unit_amount', 'constant_usd_per_unit') }} as monthly_unit_amount_usd,
    price_version,
    previous_price_id,
    previous_unit_amount,
    {{ safe_divide('unit_amount - previous_unit_amount', 'previous_unit_amount') }} as increase_share,
    superseded_at is null as is_current,
    {{ to_date('created_at') }} as available_from,
    {{ to_date('superseded_at') }} as available_until
from prices
