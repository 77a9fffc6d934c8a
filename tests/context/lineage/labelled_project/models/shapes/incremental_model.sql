{#
order_id: stg_orders.order_id passed
ordered_at: stg_orders.ordered_at passed
#}
{{ config(materialized='incremental', unique_key='order_id') }}
select order_id, ordered_at
from {{ ref('stg_orders') }}
{% if is_incremental() %}
where ordered_at > (select max(ordered_at) from {{ this }})
{% endif %}
