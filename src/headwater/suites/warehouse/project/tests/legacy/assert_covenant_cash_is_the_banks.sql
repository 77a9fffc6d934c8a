-- The quarters of the covenant report have all the cash of their months.
with report as (

    select
        calendar_quarter,
        received_usd
    from {{ ref('rpt_covenant_quarterly') }}

),

cash as (

    select
        {{ fin_quarter('paid_on') }} as calendar_quarter,
        sum(amount_usd) as received_usd
    from {{ ref('fct_payments') }}
    group by {{ fin_quarter('paid_on') }}

)

select
    report.calendar_quarter,
    report.received_usd,
    cash.received_usd as received_by_the_bank_usd
from report
left join cash on report.calendar_quarter = cash.calendar_quarter
where abs(report.received_usd - coalesce(cash.received_usd, 0)) > 0.01
