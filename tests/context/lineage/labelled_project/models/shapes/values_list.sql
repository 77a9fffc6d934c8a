{#
status: stg_orders.status passed
rank:
weighted: stg_orders.amount transformed
*: stg_orders.status join
#}
select o.status, v.rank, o.amount * v.rank as weighted
from {{ ref('stg_orders') }} o
join (values ('shipped', 1), ('open', 2), ('returned', 3)) as v(status, rank) on o.status = v.status
