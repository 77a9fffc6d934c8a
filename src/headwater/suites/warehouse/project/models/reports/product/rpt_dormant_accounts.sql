-- Accounts that are dormant as of the clock and once were not: the win-back list.
with latest as (

    select *
    from {{ ref('rpt_account_activity_monthly') }}
    where month_start = {{ month_start(as_of()) }}

),

trends as (

    select
        account_id,
        max(last_active_month) as last_active_month,
        max(peak_daily_users) as best_peak_daily_users
    from {{ ref('agg_account_activity_trends') }}
    group by account_id

)

select
    latest.account_id,
    latest.account_name,
    latest.segment,
    latest.region,
    trends.last_active_month,
    {{ date_diff_months('trends.last_active_month', 'latest.month_start') }} as months_dormant,
    trends.best_peak_daily_users
from latest
inner join trends
    on latest.account_id = trends.account_id
where latest.activity_state = 'dormant'
