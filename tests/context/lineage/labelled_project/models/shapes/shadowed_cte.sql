{#
stg_orders_amount: stg_items.price renamed
#}
with stg_orders as (
    select price from {{ ref('stg_items') }}
)
select price as stg_orders_amount from stg_orders
