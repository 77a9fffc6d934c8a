-- The cohort of a user is the month of their first active day, not of their sign-up: many are invited long before they come.
with first_activity as (

    select
        user_id,
        min(date_day) as first_active_on
    from {{ ref('fct_user_daily_activity') }}
    where is_active
    group by user_id

)

select
    first_activity.user_id,
    users.account_id,
    users.signup_source,
    first_activity.first_active_on,
    {{ month_start('first_activity.first_active_on') }} as cohort_month
from first_activity
inner join {{ ref('dim_users') }} as users
    on first_activity.user_id = users.user_id
where users.is_reportable
