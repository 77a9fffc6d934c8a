with weeks as (

    select sum(new_users) as users from {{ ref('agg_weekly_active_users') }}

),

months as (

    select sum(new_users) as users from {{ ref('rpt_active_users_monthly') }}

),

cohorts as (

    select count(*) as users from {{ ref('int_user_cohorts') }}

)

select
    weeks.users as of_weeks,
    months.users as of_months,
    cohorts.users as of_cohorts
from weeks
cross join months
cross join cohorts
where weeks.users <> months.users or months.users <> cohorts.users
