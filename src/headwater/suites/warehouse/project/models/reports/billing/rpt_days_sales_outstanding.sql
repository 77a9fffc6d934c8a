-- Days sales outstanding: what is owed at a month's end, in days of the billing of the three months that it closes.
with months as (
    {{ months_of_history() }}
),

billed as (
    select
        invoiced_month as month_start,
        sum(total_usd) as billed_usd
    from {{ ref('fct_invoices') }}
    group by invoiced_month
),

receivables as (
    select
        month_start,
        sum(open_usd) as open_usd,
        {{ sum_where("aging_bucket <> 'current'", 'open_usd') }} as overdue_usd
    from {{ ref('rpt_aged_receivables') }}
    group by month_start
),

filled as (
    select
        months.month_start,
        months.month_end,
        coalesce(billed.billed_usd, 0) as billed_usd,
        coalesce(receivables.open_usd, 0) as open_usd,
        coalesce(receivables.overdue_usd, 0) as overdue_usd
    from months
    left join billed
        on months.month_start = billed.month_start
    left join receivables
        on months.month_start = receivables.month_start
),

windowed as (
    select
        *,
        sum(billed_usd) over (order by month_start rows between 2 preceding and current row) as billed_3_months_usd,
        count(*) over (order by month_start rows between 2 preceding and current row) as months_in_window,
        min(month_start) over (order by month_start rows between 2 preceding and current row) as window_start
    from filled
)

select
    month_start,
    {{ money('billed_usd') }} as billed_usd,
    {{ money('billed_3_months_usd') }} as billed_3_months_usd,
    {{ money('open_usd') }} as open_usd,
    {{ money('overdue_usd') }} as overdue_usd,
    {{ date_diff_days('window_start', day_after('month_end')) }} as days_in_window,
    case
        when months_in_window = 3
            then {{ safe_divide('open_usd * ' ~ date_diff_days('window_start', day_after('month_end')), 'billed_3_months_usd', 2) }}
    end as days_sales_outstanding
from windowed
