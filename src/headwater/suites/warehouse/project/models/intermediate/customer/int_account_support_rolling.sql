-- Support of the last three months, against the size of the account: ten tickets mean something else to a customer with
-- a thousand seats.
select
    months.account_id,
    months.month_start,
    sum(support.tickets) as tickets,
    sum(support.urgent_tickets) as urgent_tickets,
    sum(support.missed_promises) as missed_promises,
    {{ safe_divide('100 * sum(support.tickets)', 'max(months.seats)') }} as tickets_per_100_seats,
    {{ safe_divide('sum(support.missed_promises)', 'sum(support.tickets)') }} as missed_share
from {{ ref('int_account_months') }} as months
inner join {{ ref('agg_account_support_monthly') }} as support
    on months.account_id = support.account_id
    and support.month_start <= months.month_start
    and support.month_start > {{ date_add_months('months.month_start', -3) }}
group by months.account_id, months.month_start
