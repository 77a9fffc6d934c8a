-- Accounts and months with the measures of the account page.
select
    account_id,
    month_start,
    {{ fiscal_quarter('month_start') }} as fiscal_quarter,
    account_name,
    segment,
    region,
    industry,
    deployment,
    activity_state,
    size_band,
    active_days,
    user_days,
    peak_daily_users,
    trend_3m,
    became_dormant
from {{ ref('rpt_account_activity_monthly') }}
