-- Receivables at each month's end by how long they are overdue.
with receivables as (
    select * from {{ ref('reg_receivables') }}
),

totals as (
    select
        month_start,
        sum(open_amount_usd) as total_open_usd
    from receivables
    group by month_start
)

select
    receivables.month_start,
    receivables.aging_bucket,
    case receivables.aging_bucket when 'current' then 0 when '1-30' then 1 when '31-60' then 2 when '61-90' then 3 else 4 end as bucket_order,
    count(*) as invoices,
    count(distinct receivables.account_id) as accounts,
    {{ money('sum(receivables.open_amount_usd)') }} as open_usd,
    {{ safe_divide('sum(receivables.open_amount_usd)', 'max(totals.total_open_usd)') }} as share_of_open
from receivables
inner join totals
    on receivables.month_start = totals.month_start
group by receivables.month_start, receivables.aging_bucket
