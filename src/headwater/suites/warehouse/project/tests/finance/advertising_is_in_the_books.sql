with books as (
    select month_start, sum(amount_usd) as advertising_usd
    from {{ ref('fct_gl_monthly') }}
    where account_name = 'Advertising'
    group by month_start
)

select summary.month_start, summary.advertising_cost_usd, books.advertising_usd
from {{ ref('rpt_marketing_summary') }} as summary
left join books on summary.month_start = books.month_start
where abs(summary.advertising_cost_usd - coalesce(books.advertising_usd, 0)) > 0.01 * summary.advertising_cost_usd + 1
