-- At which hour of their own day people work, by fiscal quarter and region of their account: when to release and when
-- to send. The only report on local time.
with events as (

    select * from {{ ref('fct_events') }}
    where is_user_action

),

users as (

    select * from {{ ref('dim_users') }}

),

accounts as (

    select * from {{ ref('dim_accounts') }}

),

hourly as (

    select
        {{ fiscal_quarter('events.event_date') }} as fiscal_quarter,
        {{ fiscal_quarter_start('events.event_date') }} as fiscal_quarter_start,
        accounts.region,
        {{ local_hour('events.event_at', 'users.utc_offset_minutes') }} as local_hour,
        count(*) as events
    from events
    inner join users
        on events.user_id = users.user_id
    inner join accounts
        on events.account_id = accounts.account_id
    group by
        {{ fiscal_quarter('events.event_date') }},
        {{ fiscal_quarter_start('events.event_date') }},
        accounts.region,
        {{ local_hour('events.event_at', 'users.utc_offset_minutes') }}

)

select
    *,
    sum(events) over (partition by fiscal_quarter, region) as events_of_quarter,
    {{ safe_divide('events', 'sum(events) over (partition by fiscal_quarter, region)') }} as share
from hourly
