{#
customer_id: dim_customers.customer_id passed
customer_name: dim_customers.customer_name passed
region: dim_customers.region passed
manager: dim_customers.manager passed
lifetime_value: dim_customers.lifetime_value passed
orders: dim_customers.orders passed
last_order_at: dim_customers.last_order_at passed
is_active: dim_customers.is_active passed
line_count: fct_order_lines.* aggregated
favourite_category: fct_order_lines.category aggregated
colors: fct_order_lines.color aggregated
biggest_line: fct_order_lines.line_value aggregated
total_margin: fct_order_lines.line_margin aggregated
last_month: fct_order_lines.order_month aggregated
value_per_order: dim_customers.lifetime_value transformed, dim_customers.orders transformed
value_rank: dim_customers.lifetime_value transformed, dim_customers.region transformed
region_target: regions.target renamed
reached: dim_customers.lifetime_value transformed, regions.target transformed
*: fct_order_lines.customer_id group, dim_customers.customer_id join, fct_order_lines.customer_id join, dim_customers.region join, regions.region join
#}
with lines as (
    select
        customer_id as id,
        count(*) as line_count,
        mode(category) as favourite_category,
        count(distinct color) as colors,
        max(line_value) as biggest_line,
        sum(line_margin) as total_margin,
        max(order_month) as last_month
    from {{ ref('fct_order_lines') }}
    group by 1
)
select
    c.*,
    lines.* exclude (id),
    c.lifetime_value / nullif(c.orders, 0) as value_per_order,
    dense_rank() over (partition by c.region order by c.lifetime_value desc) as value_rank,
    t.target as region_target,
    c.lifetime_value > t.target as reached
from {{ ref('dim_customers') }} as c
left join lines on lines.id = c.customer_id
left join {{ ref('regions') }} as t on t.region = c.region
