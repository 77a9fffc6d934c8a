select
    cohort_month,
    months_since_first,
    count(*) as cohort_users,
    {{ count_where('is_active') }} as active_users,
    {{ safe_divide(count_where('is_active'), 'count(*)') }} as retention_rate
from {{ ref('fct_user_retention') }}
group by cohort_month, months_since_first
