{#
band: stg_orders.amount transformed, stg_orders.status transformed
first_known: stg_orders.note transformed, stg_orders.status transformed
#}
select
    case status when 'shipped' then amount when 'open' then -amount end as band,
    coalesce(nullif(note, ''), status) as first_known
from {{ ref('stg_orders') }}
