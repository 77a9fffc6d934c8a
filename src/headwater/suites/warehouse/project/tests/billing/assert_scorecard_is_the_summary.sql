with scorecard as (
    select
        fiscal_quarter,
        sum(value) as total
    from {{ ref('sem_billing_scorecard') }}
    where measure in ('closing_arr_usd', 'recognized_revenue_usd', 'billed_usd')
    group by fiscal_quarter
),

summary as (
    select
        fiscal_quarter,
        closing_arr_usd + recognized_revenue_usd + billed_usd as total
    from {{ ref('rpt_billing_summary_quarterly') }}
)

select
    coalesce(scorecard.fiscal_quarter, summary.fiscal_quarter) as fiscal_quarter,
    scorecard.total as scorecard_total,
    summary.total as summary_total
from scorecard
full join summary
    on scorecard.fiscal_quarter = summary.fiscal_quarter
where abs(coalesce(scorecard.total, 0) - coalesce(summary.total, 0)) > 0.1
