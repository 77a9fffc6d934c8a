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

recounted as (

    select
        {{ to_date(event_time('events.occurred_at', 'events.received_at')) }} as date_day,
        count(distinct events.event_id) as events
    from {{ ref('stg_telemetry__events') }} as events
    inner join people
        on events.user_id = people.user_id
    inner join customers
        on events.workspace_id = customers.workspace_id
    where events.event_name <> 'integration_fired'
    group by {{ to_date(event_time('events.occurred_at', 'events.received_at')) }}

)

select
    reported.date_day,
    reported.events as reported_events,
    recounted.events as recounted_events
from {{ ref('agg_daily_active_users') }} as reported
left join recounted
    on reported.date_day = recounted.date_day
where reported.events <> coalesce(recounted.events, 0)
