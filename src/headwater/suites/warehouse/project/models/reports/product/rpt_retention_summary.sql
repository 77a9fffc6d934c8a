-- Retention at the marks that the board knows, by fiscal quarter of the cohort. Weighted by users, not by cohort; a mark
-- is only given when all cohorts of the quarter have reached it.
with cohorts as (

    select
        *,
        {{ fiscal_quarter('cohort_month') }} as cohort_quarter,
        {{ fiscal_quarter_start('cohort_month') }} as cohort_quarter_start
    from {{ ref('rpt_retention_cohorts') }}

),

marks as (

    select
        cohort_quarter,
        cohort_quarter_start,
        months_since_first,
        count(*) as cohorts,
        sum(cohort_users) as cohort_users,
        sum(active_users) as active_users
    from cohorts
    where months_since_first in (0, 1, 3, 6, 12)
    group by cohort_quarter, cohort_quarter_start, months_since_first

),

complete as (

    select
        *,
        max(case when months_since_first = 0 then cohorts end) over (partition by cohort_quarter) as cohorts_of_quarter
    from marks

)

select
    cohort_quarter,
    cohort_quarter_start,
    max(case when months_since_first = 0 then cohort_users end) as cohort_users,
    max(case when months_since_first = 1 then {{ safe_divide('active_users', 'cohort_users') }} end) as retention_month_1,
    max(case when months_since_first = 3 then {{ safe_divide('active_users', 'cohort_users') }} end) as retention_month_3,
    max(case when months_since_first = 6 then {{ safe_divide('active_users', 'cohort_users') }} end) as retention_month_6,
    max(case when months_since_first = 12 then {{ safe_divide('active_users', 'cohort_users') }} end) as retention_month_12
from complete
where cohorts = cohorts_of_quarter
group by cohort_quarter, cohort_quarter_start
