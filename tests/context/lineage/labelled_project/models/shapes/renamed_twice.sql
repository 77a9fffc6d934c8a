{#
amount: stg_orders.amount passed
gross: stg_orders.amount renamed
#}
with first as (
    select amount as a, amount as b from {{ ref('stg_orders') }}
),
second as (
    select a as amount, b as gross from first
)
select * from second
