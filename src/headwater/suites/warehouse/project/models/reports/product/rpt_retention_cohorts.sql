-- The triangle: of the users who began in a month, how many were active so many months later.
select
    cohort_month,
    months_since_first,
    cohort_users,
    active_users,
    retention_rate,
    first_value(active_users) over (partition by cohort_month order by months_since_first) as month_0_users
from {{ ref('agg_retention_cohorts_monthly') }}
where months_since_first <= 24
