with billed as (
    select
        invoiced_month,
        sum(total_usd) as billed_usd
    from {{ ref('fct_invoices') }}
    group by invoiced_month
),

windows as (
    select
        report.month_start,
        report.billed_3_months_usd,
        sum(billed.billed_usd) as billed_usd
    from {{ ref('rpt_days_sales_outstanding') }} as report
    inner join billed
        on billed.invoiced_month <= report.month_start
        and billed.invoiced_month > {{ to_date(date_add_months('report.month_start', -3)) }}
    group by report.month_start, report.billed_3_months_usd
)

select *
from windows
where abs(billed_3_months_usd - billed_usd) > 0.01
