-- Counted again from staging, past everything in between.
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

recounted as (

    select
        {{ week_start('date_day') }} as week_start,
        count(distinct user_id) as active_users
    from actions
    group by {{ week_start('date_day') }}

)

select
    reported.week_start,
    reported.active_users as reported_users,
    recounted.active_users as recounted_users
from {{ ref('rpt_active_users_weekly') }} as reported
left join recounted
    on reported.week_start = recounted.week_start
where reported.active_users <> coalesce(recounted.active_users, 0)
