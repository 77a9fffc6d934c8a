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

at_work as (

    select account_id, {{ month_start('date_day') }} as month_start
    from actions

    union

    select account_id, {{ month_start('date_day') }} as month_start
    from {{ ref('fct_server_daily_activity') }}
    where account_id is not null and daily_active_users > 0

),

active as (

    select account_id, month_start
    from {{ ref('rpt_account_activity_monthly') }}
    where activity_state = 'active'

)

select
    coalesce(active.account_id, at_work.account_id) as account_id,
    coalesce(active.month_start, at_work.month_start) as month_start
from active
full outer join at_work
    on
        active.account_id = at_work.account_id
        and active.month_start = at_work.month_start
where active.account_id is null or at_work.account_id is null
