{#
order_id: int_order_lines.order_id passed
product_id: int_order_lines.product_id passed
quantity: int_order_lines.quantity passed
unit_price: int_order_lines.unit_price passed
line_value: int_order_lines.line_value passed
discounted_value: int_order_lines.discounted_value passed
first_tag: int_order_lines.first_tag passed
tag_count: int_order_lines.tag_count passed
customer_id: int_order_lines.customer_id passed
status: int_order_lines.status transformed
ordered_at: int_order_lines.ordered_at passed
ordered_on: int_order_lines.ordered_on passed
order_month: int_order_lines.order_month passed
order_amount: int_order_lines.order_amount passed
is_shipped: int_order_lines.is_shipped passed
product_name: int_order_lines.product_name passed
category: int_order_lines.category passed
color: int_order_lines.color passed
area: int_order_lines.area passed
line_cost: int_order_lines.line_cost passed
line_margin: int_order_lines.discounted_value transformed, int_order_lines.line_cost transformed
order_share: int_order_lines.line_value transformed, int_order_lines.line_value aggregated, int_order_lines.order_id transformed
line_number: int_order_lines.order_id transformed, int_order_lines.line_value transformed
region: stg_customers.region passed
segment: stg_customers.region transformed, stg_customers.signup_at transformed
*: int_order_lines.customer_id join, stg_customers.customer_id join
#}
select
    lines.* replace (upper(lines.status) as status),
    discounted_value - line_cost as line_margin,
    line_value / sum(line_value) over (partition by order_id) as order_share,
    row_number() over (partition by order_id order by line_value) as line_number,
    c.region,
    case when c.signup_at > timestamp '2023-06-01' then 'new ' || c.region else 'old' end as segment
from {{ ref('int_order_lines') }} as lines
left join {{ ref('stg_customers') }} as c on lines.customer_id = c.customer_id
