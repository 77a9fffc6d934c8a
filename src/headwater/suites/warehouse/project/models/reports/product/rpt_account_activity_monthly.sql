-- Accounts and months with their activity and its trend, for the account page of customer success.
with trends as (

    select * from {{ ref('agg_account_activity_trends') }}

),

accounts as (

    select * from {{ ref('dim_accounts') }}

)

select
    trends.account_id,
    trends.month_start,
    accounts.account_name,
    accounts.segment,
    accounts.region,
    accounts.industry,
    trends.deployment,
    trends.active_days,
    trends.user_days,
    trends.peak_daily_users,
    {{ size_band('trends.peak_daily_users') }} as size_band,
    trends.trend_3m,
    trends.activity_state,
    trends.activity_state = 'dormant'
    and lag(trends.activity_state) over (partition by trends.account_id order by trends.month_start) = 'at_risk' as became_dormant
from trends
inner join accounts
    on trends.account_id = accounts.account_id
