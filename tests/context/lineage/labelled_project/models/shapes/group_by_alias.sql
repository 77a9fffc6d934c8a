{#
size: stg_orders.amount transformed
total: stg_orders.discount aggregated
*: stg_orders.amount group, stg_orders.discount filter
#}
select
    case when amount > 50 then 'large' else 'small' end as size,
    sum(discount) as total
from {{ ref('stg_orders') }}
group by size
having total > 0
