with marks as (

    select cohort_quarter_start, retention_month_1 as retention, 1 as months from {{ ref('rpt_retention_summary') }}
    union all
    select cohort_quarter_start, retention_month_3, 3 from {{ ref('rpt_retention_summary') }}
    union all
    select cohort_quarter_start, retention_month_6, 6 from {{ ref('rpt_retention_summary') }}
    union all
    select cohort_quarter_start, retention_month_12, 12 from {{ ref('rpt_retention_summary') }}

)

select *
from marks
where
    retention is not null
    and {{ date_add_months('cohort_quarter_start', 'months + 2') }} > {{ month_start(as_of()) }}
