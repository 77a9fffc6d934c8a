{{ config(
    materialized='incremental',
    event_time='started_at',
    unique_key='session_id',
    incremental_strategy='delete+insert'
) }}

-- visits with the growth team's channel. bots are those that the tracker flags; the others were found much later and are still in.
with sessions as (

    select * from {{ ref('stg_marketing__web_sessions') }}
    where not is_flagged_bot
    {%- if is_incremental() %}
        and session_date >= {{ to_date(date_add_days(as_of(), -7)) }}
    {%- endif %}

),

final as (

    select
        session_id,
        anonymous_id,
        started_at,
        session_date,
        {{ month_start('session_date') }} as month,
        {{ week_start('session_date') }} as week,
        landing_path,
        {{ growth_channel('utm_source', 'utm_medium', 'referrer_host') }} as channel,
        device,
        country_code,
        page_count,
        page_count = 1 as is_bounce,
        case
            when landing_path like '/blog%' then 'blog'
            when landing_path like '/docs%' then 'docs'
            when landing_path in ('/pricing', '/signup') then 'buying'
            when landing_path like '/product%' or landing_path in ('/server', '/compare') then 'product'
            else 'home'
        end as page_kind
    from sessions

)

select * from final
