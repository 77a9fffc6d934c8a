with numbered as (
    select
        crm_account_id,
        type,
        fiscal_quarter,
        row_number() over (partition by crm_account_id order by closed_on, created_at, opportunity_id) as purchase
    from {{ ref('fct_opportunities') }}
    where is_won
),

expected as (
    select fiscal_quarter, count(*) as bookings
    from numbered
    where purchase = 1 and type = 'New Business'
    group by fiscal_quarter
),

report as (
    select fiscal_quarter, sum(bookings) as bookings
    from {{ ref('rpt_bookings_by_quarter') }}
    where booking_type = 'new'
    group by fiscal_quarter
)

select expected.fiscal_quarter, expected.bookings, report.bookings as reported
from expected
full join report on expected.fiscal_quarter = report.fiscal_quarter
where coalesce(expected.bookings, 0) <> coalesce(report.bookings, 0)
