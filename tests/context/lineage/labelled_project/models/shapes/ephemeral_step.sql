{#
order_id: stg_orders.order_id passed
value: stg_orders.net_amount renamed
*: stg_orders.status filter
#}
{{ config(materialized='ephemeral') }}
select order_id, net_amount as value from {{ ref('stg_orders') }} where status <> 'returned'
