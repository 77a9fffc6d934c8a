{#
order_month: fct_order_lines.order_month passed
region: fct_order_lines.region passed
orders: fct_order_lines.order_id aggregated
customers: fct_order_lines.customer_id aggregated
units: fct_order_lines.quantity aggregated
gross: fct_order_lines.line_value aggregated
net: fct_order_lines.discounted_value aggregated
margin: fct_order_lines.line_margin aggregated
shipped_lines: fct_order_lines.is_shipped aggregated
first_products: fct_order_lines.product_name aggregated, fct_order_lines.ordered_at aggregated
previous_net: fct_order_lines.discounted_value aggregated, fct_order_lines.region transformed, fct_order_lines.order_month transformed
growth: fct_order_lines.discounted_value aggregated, fct_order_lines.region transformed, fct_order_lines.order_month transformed
share_of_month: fct_order_lines.discounted_value aggregated, fct_order_lines.order_month transformed
*: fct_order_lines.order_month group, fct_order_lines.region group
#}
with monthly as (
    select
        order_month,
        region,
        count(distinct order_id) as orders,
        count(distinct customer_id) as customers,
        sum(quantity) as units,
        sum(line_value) as gross,
        sum(discounted_value) as net,
        sum(line_margin) as margin,
        sum(case when is_shipped then 1 else 0 end) as shipped_lines,
        string_agg(product_name, ', ' order by ordered_at) as first_products
    from {{ ref('fct_order_lines') }}
    group by order_month, region
),
compared as (
    select *, lag(net) over (partition by region order by order_month) as previous_net from monthly
)
select
    *,
    net / previous_net - 1 as growth,
    net / sum(net) over (partition by order_month) as share_of_month
from compared
