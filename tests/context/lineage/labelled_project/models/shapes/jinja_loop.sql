{#
customer_id: stg_orders.customer_id passed
shipped_amount: stg_orders.status aggregated, stg_orders.amount aggregated
open_amount: stg_orders.status aggregated, stg_orders.amount aggregated
returned_amount: stg_orders.status aggregated, stg_orders.amount aggregated
*: stg_orders.customer_id group
#}
{% set statuses = ['shipped', 'open', 'returned'] %}
select
    customer_id,
    {% for status in statuses -%}
    sum(case when status = '{{ status }}' then amount end) as {{ status }}_amount{{ "," if not loop.last }}
    {% endfor %}
from {{ ref('stg_orders') }}
group by 1
