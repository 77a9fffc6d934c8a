-- The product metrics of the scorecard in long form, by fiscal quarter. What is a level takes the last complete week or
-- month of the quarter; what is a flow takes the sum or the rate of the whole quarter.
with weekly as (

    select
        fiscal_quarter,
        active_users as value,
        row_number() over (partition by fiscal_quarter order by week_start desc) as recency
    from {{ ref('rpt_active_users_weekly') }}

),

monthly as (

    select
        fiscal_quarter,
        active_users,
        stickiness,
        row_number() over (partition by fiscal_quarter order by month_start desc) as recency
    from {{ ref('rpt_active_users_monthly') }}
    where is_complete_month

),

activation as (

    select
        fiscal_quarter,
        {{ safe_divide('sum(activated_workspaces)', 'sum(workspaces)') }} as value
    from {{ ref('rpt_activation_by_channel') }}
    group by fiscal_quarter

),

trials as (

    select
        fiscal_quarter,
        {{ safe_divide('sum(converted)', 'sum(trials_ended)') }} as value
    from {{ ref('rpt_trial_conversion') }}
    group by fiscal_quarter

),

fleet as (

    select
        fiscal_quarter,
        month_start,
        sum(servers) as servers,
        {{ safe_divide('sum(unsupported_servers)', 'sum(servers_at_month_end)') }} as unsupported_share,
        row_number() over (partition by fiscal_quarter order by month_start desc) as recency
    from {{ ref('rpt_server_fleet') }}
    group by fiscal_quarter, month_start

),

accounts as (

    select
        fiscal_quarter,
        month_start,
        sum(active_accounts) as active_accounts,
        sum(dormant_accounts) as dormant_accounts,
        row_number() over (partition by fiscal_quarter order by month_start desc) as recency
    from {{ ref('rpt_account_activity_by_segment') }}
    group by fiscal_quarter, month_start

),

outages as (

    select
        fiscal_quarter,
        sum(outage_minutes) as value
    from {{ ref('rpt_service_reliability') }}
    group by fiscal_quarter

)

select fiscal_quarter, 'weekly_active_users' as metric, cast(value as decimal(18, 6)) as value from weekly where recency = 1
union all
select fiscal_quarter, 'monthly_active_users', cast(active_users as decimal(18, 6)) from monthly where recency = 1
union all
select fiscal_quarter, 'stickiness', cast(stickiness as decimal(18, 6)) from monthly where recency = 1
union all
select fiscal_quarter, 'activation_rate', cast(value as decimal(18, 6)) from activation
union all
select fiscal_quarter, 'trial_conversion_rate', cast(value as decimal(18, 6)) from trials
union all
select fiscal_quarter, 'servers', cast(servers as decimal(18, 6)) from fleet where recency = 1
union all
select fiscal_quarter, 'unsupported_server_share', cast(unsupported_share as decimal(18, 6)) from fleet where recency = 1
union all
select fiscal_quarter, 'active_accounts', cast(active_accounts as decimal(18, 6)) from accounts where recency = 1
union all
select fiscal_quarter, 'dormant_accounts', cast(dormant_accounts as decimal(18, 6)) from accounts where recency = 1
union all
select fiscal_quarter, 'outage_minutes', cast(value as decimal(18, 6)) from outages
