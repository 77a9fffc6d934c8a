-- Weeks as the regional leads count them. Written as three copies in 2022, when each region had its own analyst, and kept apart
-- because they do differ:
--
--   AMER  a day is a day in Denver (UTC-7, no summer time), as in the desk's plan; the week starts on Monday there
--   EMEA  a day is a UTC day. Weeks with 1 May or 26 December in them are marked as holiday weeks
--   APAC  a day is a day in Pune (UTC+5); Saturdays are working days, so "weekday" users include them
--
-- Region is the sales region of the account, not that of the workspace: a Berlin customer with a workspace in us-east is EMEA.
-- Sign-ups are by the region of the account that the person ended up in; those without an account are in no region.
-- The three do not add up to agg_weekly_active_users: people of two regions count in both, and days are cut elsewhere.

with accounts as (

    select
        account_id,
        region,
        segment
    from {{ ref('dim_accounts') }}
    where is_reportable

),

signups as (

    select
        signups.user_id,
        signups.signed_up_at,
        accounts.region
    from {{ ref('int_signups') }} as signups
    inner join accounts
        on signups.account_id = accounts.account_id

),

revenue as (

    select
        month_start,
        region,
        sum(mrr_usd) as mrr_usd,
        count(distinct account_id) as paying_accounts
    from {{ ref('fct_account_mrr_monthly') }}
    where mrr_usd > 0
    group by month_start, region

),

-- people's first and last event of a UTC day say which local days they were there: both may be true
activity as (

    select
        activity.user_id,
        activity.account_id,
        accounts.region,
        accounts.segment,
        activity.date_day,
        activity.first_event_at,
        activity.last_event_at,
        activity.core_events,
        activity.events
    from {{ ref('fct_user_daily_activity') }} as activity
    inner join accounts
        on activity.account_id = accounts.account_id
    where activity.is_active

),

-- AMER -----------------------------------------------------------------------------------------------------------------

amer_days as (

    select
        user_id,
        account_id,
        segment,
        {{ to_date("first_event_at - interval '7 hours'") }} as local_day,
        core_events,
        events
    from activity
    where region = 'AMER'

    union all

    -- whoever worked past midnight in Denver worked on two days; what they did counts on the first one only
    select
        user_id,
        account_id,
        segment,
        {{ to_date("last_event_at - interval '7 hours'") }} as local_day,
        0 as core_events,
        0 as events
    from activity
    where region = 'AMER'
        and {{ to_date("last_event_at - interval '7 hours'") }} > {{ to_date("first_event_at - interval '7 hours'") }}

),

amer_weeks as (

    select
        {{ week_start('local_day') }} as week_start,
        count(distinct user_id) as active_users,
        count(distinct account_id) as active_accounts,
        count(distinct case when extract(isodow from local_day) <= 5 then user_id end) as weekday_users,
        count(distinct case when segment = 'Enterprise' then user_id end) as enterprise_users,
        sum(core_events) as core_events,
        sum(events) as events
    from amer_days
    group by {{ week_start('local_day') }}

),

amer_signups as (

    select
        {{ week_start("signed_up_at - interval '7 hours'") }} as week_start,
        count(*) as signups
    from signups
    where region = 'AMER'
    group by {{ week_start("signed_up_at - interval '7 hours'") }}

),

-- EMEA -----------------------------------------------------------------------------------------------------------------

emea_weeks as (

    select
        {{ week_start('date_day') }} as week_start,
        count(distinct user_id) as active_users,
        count(distinct account_id) as active_accounts,
        count(distinct case when extract(isodow from date_day) <= 5 then user_id end) as weekday_users,
        count(distinct case when segment = 'Enterprise' then user_id end) as enterprise_users,
        sum(core_events) as core_events,
        sum(events) as events
    from activity
    where region = 'EMEA'
    group by {{ week_start('date_day') }}

),

emea_signups as (

    select
        {{ week_start('signed_up_at') }} as week_start,
        count(*) as signups
    from signups
    where region = 'EMEA'
    group by {{ week_start('signed_up_at') }}

),

emea_holidays as (

    select distinct week_start
    from {{ ref('dim_dates') }}
    where (extract(month from date_day) = 5 and extract(day from date_day) = 1)
        or (extract(month from date_day) = 12 and extract(day from date_day) = 26)

),

-- APAC -----------------------------------------------------------------------------------------------------------------

apac_days as (

    select
        user_id,
        account_id,
        segment,
        {{ to_date("first_event_at + interval '5 hours'") }} as local_day,
        core_events,
        events
    from activity
    where region = 'APAC'

    union all

    select
        user_id,
        account_id,
        segment,
        {{ to_date("last_event_at + interval '5 hours'") }} as local_day,
        0 as core_events,
        0 as events
    from activity
    where region = 'APAC'
        and {{ to_date("last_event_at + interval '5 hours'") }} > {{ to_date("first_event_at + interval '5 hours'") }}

),

apac_weeks as (

    select
        {{ week_start('local_day') }} as week_start,
        count(distinct user_id) as active_users,
        count(distinct account_id) as active_accounts,
        count(distinct case when extract(isodow from local_day) <= 6 then user_id end) as weekday_users,
        count(distinct case when segment = 'Enterprise' then user_id end) as enterprise_users,
        sum(core_events) as core_events,
        sum(events) as events
    from apac_days
    group by {{ week_start('local_day') }}

),

apac_signups as (

    select
        {{ week_start("signed_up_at + interval '5 hours'") }} as week_start,
        count(*) as signups
    from signups
    where region = 'APAC'
    group by {{ week_start("signed_up_at + interval '5 hours'") }}

),

us_holidays as (

    select distinct week_start
    from {{ ref('dim_dates') }}
    where holiday_name is not null

),

unioned as (

    select
        'AMER' as region,
        amer_weeks.week_start,
        amer_weeks.active_users,
        amer_weeks.active_accounts,
        amer_weeks.weekday_users,
        amer_weeks.enterprise_users,
        amer_weeks.core_events,
        amer_weeks.events,
        coalesce(amer_signups.signups, 0) as signups,
        us_holidays.week_start is not null as is_holiday_week
    from amer_weeks
    left join amer_signups
        on amer_weeks.week_start = amer_signups.week_start
    left join us_holidays
        on amer_weeks.week_start = us_holidays.week_start

    union all

    select
        'EMEA' as region,
        emea_weeks.week_start,
        emea_weeks.active_users,
        emea_weeks.active_accounts,
        emea_weeks.weekday_users,
        emea_weeks.enterprise_users,
        emea_weeks.core_events,
        emea_weeks.events,
        coalesce(emea_signups.signups, 0) as signups,
        emea_holidays.week_start is not null as is_holiday_week
    from emea_weeks
    left join emea_signups
        on emea_weeks.week_start = emea_signups.week_start
    left join emea_holidays
        on emea_weeks.week_start = emea_holidays.week_start

    union all

    -- no calendar of holidays for APAC: the countries have too few of them in common
    select
        'APAC' as region,
        apac_weeks.week_start,
        apac_weeks.active_users,
        apac_weeks.active_accounts,
        apac_weeks.weekday_users,
        apac_weeks.enterprise_users,
        apac_weeks.core_events,
        apac_weeks.events,
        coalesce(apac_signups.signups, 0) as signups,
        false as is_holiday_week
    from apac_weeks
    left join apac_signups
        on apac_weeks.week_start = apac_signups.week_start

)

select
    {{ surrogate_key(['unioned.region', 'unioned.week_start']) }} as regional_week_id,
    unioned.region,
    unioned.week_start,
    {{ fiscal_quarter('unioned.week_start') }} as fiscal_quarter,
    unioned.is_holiday_week,
    {{ to_date(date_add_days('unioned.week_start', 6)) }} <= {{ as_of() }} as is_complete_week,
    unioned.active_users,
    unioned.active_accounts,
    unioned.weekday_users,
    unioned.enterprise_users,
    unioned.core_events,
    unioned.events,
    unioned.signups,
    coalesce(revenue.mrr_usd, 0) as mrr_of_month_usd,
    coalesce(revenue.paying_accounts, 0) as paying_accounts_of_month,
    {{ growth_rate_of('unioned.weekday_users', 'unioned.active_users') }} as weekday_share,
    {{ safe_divide('unioned.events', 'unioned.active_users', 2) }} as events_per_user,
    unioned.active_users - lag(unioned.active_users) over (partition by unioned.region order by unioned.week_start) as change_in_users
from unioned
left join revenue
    on unioned.region = revenue.region
    and {{ month_start('unioned.week_start') }} = revenue.month_start
