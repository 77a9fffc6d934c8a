-- What happened, who did it and for which account. Still with bots, staff and tests: facts leave them out.
with events as (

    select * from {{ ref('int_events_timed') }}

),

users as (

    select * from {{ ref('int_users_classified') }}

),

workspaces as (

    select * from {{ ref('dim_workspaces') }}

),

event_names as (

    select * from {{ ref('map_event_names') }}

),

clients as (

    select * from {{ ref('map_clients') }}

)

select
    events.event_id,
    events.event_name,
    events.user_id,
    events.workspace_id,
    workspaces.account_id,
    workspaces.region,
    events.event_at,
    events.event_date,
    events.received_at,
    events.had_wrong_clock,
    events.client,
    coalesce(clients.platform, 'unknown') as platform,
    events.client_version,
    events.properties,
    event_names.feature,
    {{ is_true('event_names.is_user_action') }} as is_user_action,
    -- what an integration or a bot does is no one's activity
    {{ is_true('event_names.counts_as_activity') }} and {{ is_true('users.is_person') }} as is_activity,
    {{ is_true('event_names.is_core_action') }} as is_core_action,
    {{ is_true('event_names.is_collaborative') }} as is_collaborative,
    {{ is_true('users.is_person') }} as is_person,
    {{ is_true('workspaces.is_reportable') }} as is_reportable_workspace
from events
left join users
    on events.user_id = users.user_id
left join workspaces
    on events.workspace_id = workspaces.workspace_id
left join event_names
    on events.event_name = event_names.event_name
left join clients
    on events.client = clients.client
