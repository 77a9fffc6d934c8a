select
    toDate(ordered_at) as day,
    assumeNotNull(currency) as currency,
    count() as orders,
    sum(assumeNotNull(amount)) as revenue
from {{ ref('orders') }} as o
where status in ('paid', 'shipped') and o.amount is not null and o.currency is not null
group by day, currency
