with weeks as (
    select
        week_ending_on,
        sum(open_usd) as open_usd
    from {{ ref('rpt_pipeline_by_week') }}
    group by week_ending_on
),

quarter_ends as (
    select dates.fiscal_quarter, max(weeks.week_ending_on) as week_ending_on
    from weeks
    inner join {{ ref('dim_dates') }} as dates on weeks.week_ending_on = dates.date_day
    group by dates.fiscal_quarter
)

select leadership.fiscal_quarter, leadership.closing_pipeline_usd, weeks.open_usd
from {{ ref('rpt_sales_leadership') }} as leadership
inner join quarter_ends on leadership.fiscal_quarter = quarter_ends.fiscal_quarter
inner join weeks on quarter_ends.week_ending_on = weeks.week_ending_on
where abs(leadership.closing_pipeline_usd - weeks.open_usd) > 0.01
