-- Strangers are answered as well: a part of the payroll is borne by no segment.
with books as (
    select dates.fiscal_quarter, sum(ledger.amount_usd) as payroll_usd
    from {{ ref('fct_gl_monthly') }} as ledger
    inner join {{ ref('dim_dates') }} as dates on ledger.month_start = dates.date_day
    where ledger.account_name = 'Support payroll'
    group by dates.fiscal_quarter
),

borne as (
    select fiscal_quarter, sum(support_usd) as support_usd
    from {{ ref('rpt_gross_margin_by_segment_quarterly') }}
    group by fiscal_quarter
)

select books.fiscal_quarter, books.payroll_usd, borne.support_usd
from books
left join borne on books.fiscal_quarter = borne.fiscal_quarter
where books.fiscal_quarter >= 'FY23-Q1'
    and coalesce(borne.support_usd, 0) not between 0.88 * books.payroll_usd and 1.02 * books.payroll_usd
