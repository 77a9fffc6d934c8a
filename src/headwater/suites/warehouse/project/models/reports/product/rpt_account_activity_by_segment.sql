select
    month_start,
    {{ fiscal_quarter('month_start') }} as fiscal_quarter,
    segment,
    region,
    count(*) as accounts,
    {{ count_where("activity_state = 'active'") }} as active_accounts,
    {{ count_where("activity_state = 'at_risk'") }} as at_risk_accounts,
    {{ count_where("activity_state = 'dormant'") }} as dormant_accounts,
    {{ count_where("activity_state = 'never_active'") }} as never_active_accounts,
    {{ count_where('became_dormant') }} as newly_dormant_accounts,
    sum(user_days) as user_days,
    {{ safe_divide(count_where("activity_state = 'active'"), 'count(*)') }} as active_share
from {{ ref('rpt_account_activity_monthly') }}
group by month_start, {{ fiscal_quarter('month_start') }}, segment, region
