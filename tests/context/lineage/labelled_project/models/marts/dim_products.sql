{#
product_id: stg_products.product_id passed
product_name: stg_products.product_name passed
category: stg_products.category transformed
cost: stg_products.cost passed
color: stg_products.color passed
is_large: stg_products.width transformed
lines: int_order_lines.product_id aggregated
units: int_order_lines.quantity aggregated
revenue: int_order_lines.discounted_value aggregated
average_price: int_order_lines.unit_price aggregated
lowest_price: int_order_lines.unit_price aggregated
highest_price: int_order_lines.unit_price aggregated
customers: int_order_lines.customer_id aggregated
first_sold_at: int_order_lines.ordered_at aggregated
margin_rate: int_order_lines.discounted_value aggregated, int_order_lines.line_cost aggregated
*: int_order_lines.product_id group, stg_products.product_id join, int_order_lines.product_id join
#}
{% set measures = {'lowest_price': 'min', 'highest_price': 'max', 'average_price': 'avg'} %}
with sold as (
    select
        product_id,
        count(product_id) as lines,
        sum(quantity) as units,
        sum(discounted_value) as revenue,
        {% for name in ['average_price', 'lowest_price', 'highest_price'] %}
        {{ measures[name] }}(unit_price) as {{ name }},
        {% endfor %}
        count(distinct customer_id) as customers,
        min(ordered_at) as first_sold_at,
        sum(line_cost) as total_cost
    from {{ ref('int_order_lines') }}
    group by all
)
select
    p.product_id,
    p.product_name,
    coalesce(p.category, 'none') as category,
    p.cost,
    p.color,
    p.width > 5 as is_large,
    s.* exclude (product_id, first_sold_at, total_cost),
    s.first_sold_at,
    (s.revenue - s.total_cost) / nullif(s.revenue, 0) as margin_rate
from {{ ref('stg_products') }} p
left join sold s on p.product_id = s.product_id
