{{ config(
    materialized='incremental',
    event_time='started_at',
    unique_key='session_id',
    on_schema_change='append_new_columns'
) }}

-- Visits by people. Bots are out; nobody wants them back, and those who watch them read int_web_sessions_classified.
with sessions as (

    select * from {{ ref('int_web_sessions_classified') }}
    where not is_bot
        and started_at < {{ as_of_end() }}

),

stitched as (

    select * from {{ ref('int_identity_stitched') }}

),

people as (

    select * from {{ ref('int_people') }}

),

-- a visit's number counts all visits before it, also those that an incremental run leaves as they are
numbered as (

    select
        *,
        row_number() over (partition by anonymous_id order by started_at, session_id) as session_number
    from sessions

)

select
    sessions.session_id,
    sessions.anonymous_id,
    people.person_id,
    sessions.started_at,
    sessions.session_date,
    sessions.channel,
    {{ is_paid_channel('sessions.channel') }} as is_paid,
    sessions.traffic_source,
    sessions.utm_medium,
    sessions.utm_campaign,
    sessions.landing_path,
    sessions.device,
    sessions.country_code,
    sessions.page_count,
    sessions.page_count <= 1 as is_bounce,
    sessions.started_at >= stitched.identified_at as is_identified,
    sessions.session_number
from numbered as sessions
left join stitched
    on sessions.anonymous_id = stitched.anonymous_id
left join people
    on stitched.email = people.email
{%- if is_incremental() %}
-- sessions arrive up to three days late
where sessions.started_at >= (select {{ date_add_days('max(started_at)', -3) }} from {{ this }})
{%- endif %}
