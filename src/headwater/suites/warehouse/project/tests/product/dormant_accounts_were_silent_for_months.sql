select distinct listed.account_id
from {{ ref('rpt_dormant_accounts') }} as listed
inner join {{ ref('fct_account_daily_activity') }} as activity
    on listed.account_id = activity.account_id
where
    activity.active_users > 0
    and activity.date_day >= {{ date_add_months(month_start(as_of()), -2) }}
