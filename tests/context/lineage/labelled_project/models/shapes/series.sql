{#
n:
order_id: stg_orders.order_id passed
#}
select s.n, o.order_id
from {{ ref('stg_orders') }} o
cross join generate_series(1, 2) as s(n)
