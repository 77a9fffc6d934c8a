with triangle as (

    select
        cast({{ date_add_months('cohort_month', 'months_since_first') }} as date) as month_start,
        sum(active_users) as active_users
    from {{ ref('agg_retention_cohorts_monthly') }}
    group by cast({{ date_add_months('cohort_month', 'months_since_first') }} as date)

)

select
    months.month_start,
    months.active_users,
    triangle.active_users as in_triangle
from {{ ref('rpt_active_users_monthly') }} as months
left join triangle
    on months.month_start = triangle.month_start
where months.is_complete_month and months.active_users <> coalesce(triangle.active_users, 0)
