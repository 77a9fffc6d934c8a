with books as (
    select month_start, sum(amount_usd) as fees_usd
    from {{ ref('fct_gl_monthly') }}
    where account_name = 'Payment processing fees'
    group by month_start
)

select cash.month_start, cash.fee_usd, books.fees_usd
from {{ ref('rpt_cash_collections') }} as cash
left join books on cash.month_start = books.month_start
where abs(cash.fee_usd - coalesce(books.fees_usd, 0)) > 0.01 * cash.fee_usd + 1
