select pages.account_id, pages.user_days_3m, activity.user_days
from {{ ref('rpt_customer_360') }} as pages
inner join (
    select account_id, sum(active_users) as user_days
    from {{ ref('fct_account_daily_activity') }}
    where date_day >= {{ to_date(date_add_months(month_start(as_of()), -2)) }}
    group by account_id
) as activity on pages.account_id = activity.account_id
where pages.user_days_3m <> activity.user_days
