with people as (

    select user_id
    from {{ ref('stg_app__users') }}
    where
        not is_bot
        and email_domain not in (select email_domain from {{ ref('map_email_domains') }} where kind in ('test', 'staff'))

),

customers as (

    select
        workspaces.workspace_id,
        workspaces.account_id
    from {{ ref('stg_app__workspaces') }} as workspaces
    inner join {{ ref('stg_app__accounts') }} as accounts
        on workspaces.account_id = accounts.account_id
    left join {{ ref('stg_app__users') }} as owners
        on accounts.owner_user_id = owners.user_id
    where
        not accounts.is_internal
        and not accounts.is_test
        and coalesce(owners.email_domain, '') not in ('mooring.test', 'mooring.example')

),

actions as (

    select
        events.user_id,
        events.workspace_id,
        customers.account_id,
        events.event_name,
        {{ to_date(event_time('events.occurred_at', 'events.received_at')) }} as date_day
    from {{ ref('stg_telemetry__events') }} as events
    inner join people
        on events.user_id = people.user_id
    inner join customers
        on events.workspace_id = customers.workspace_id
    where events.event_name not in ('login', 'integration_fired')

),

cloud as (

    select
        {{ month_start('date_day') }} as month_start,
        count(distinct account_id || user_id || cast(date_day as varchar)) as user_days
    from actions
    group by {{ month_start('date_day') }}

),

servers as (

    select
        {{ month_start('date_day') }} as month_start,
        sum(daily_active_users) as user_days
    from {{ ref('fct_server_daily_activity') }}
    where account_id is not null
    group by {{ month_start('date_day') }}

),

reported as (

    select
        month_start,
        sum(user_days) as user_days
    from {{ ref('rpt_account_activity_by_segment') }}
    group by month_start

)

select
    reported.month_start,
    reported.user_days as reported_user_days,
    coalesce(cloud.user_days, 0) + coalesce(servers.user_days, 0) as recounted_user_days
from reported
left join cloud
    on reported.month_start = cloud.month_start
left join servers
    on reported.month_start = servers.month_start
where reported.user_days <> coalesce(cloud.user_days, 0) + coalesce(servers.user_days, 0)
