-- One row a user and month since their first: active or not. Months that have not ended are left out.
with cohorts as (

    select * from {{ ref('int_user_cohorts') }}

),

months as (

    select month_start from {{ ref('agg_monthly_active_users') }}
    where is_complete_month

),

activity as (

    select * from {{ ref('fct_user_monthly_activity') }}

)

select
    cohorts.user_id,
    cohorts.account_id,
    cohorts.signup_source,
    cohorts.cohort_month,
    months.month_start,
    cast({{ date_diff_months('cohorts.cohort_month', 'months.month_start') }} as integer) as months_since_first,
    activity.user_id is not null as is_active,
    coalesce(activity.active_days, 0) as active_days
from cohorts
inner join months
    on months.month_start >= cohorts.cohort_month
left join activity
    on
        cohorts.user_id = activity.user_id
        and months.month_start = activity.month_start
