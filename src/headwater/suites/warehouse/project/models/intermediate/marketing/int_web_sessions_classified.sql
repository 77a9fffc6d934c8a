{{ config(materialized='table') }}

-- Sessions with the channel that brought them, and whether a person was behind them.
with sessions as (

    select * from {{ ref('stg_marketing__web_sessions') }}

),

sources as (

    select * from {{ ref('map_utm_sources') }}

),

channels as (

    select * from {{ ref('map_utm_channels') }}

),

referrers as (

    select * from {{ ref('map_referrers') }}

)

select
    sessions.session_id,
    sessions.anonymous_id,
    sessions.started_at,
    sessions.session_date,
    sessions.landing_path,
    sessions.referrer_host,
    coalesce(sources.source_name, sessions.utm_source) as traffic_source,
    sessions.utm_medium,
    sessions.utm_campaign,
    {{ channel_of_session('channels.channel', 'sessions.utm_source', 'referrers.channel', 'sessions.referrer_host') }} as channel,
    sessions.device,
    sessions.country_code,
    sessions.page_count,
    sessions.is_flagged_bot as is_bot
from sessions
left join sources
    on sessions.utm_source = sources.utm_source
left join channels
    on sources.network = channels.network
    and coalesce(sessions.utm_medium, 'none') = channels.utm_medium
left join referrers
    on sessions.referrer_host = referrers.referrer_host
