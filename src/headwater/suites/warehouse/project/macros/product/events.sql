{#- Whether the client's clock can be believed: an event happens before it is received, and is received within
    `telemetry_late_days` days. -#}
{% macro is_plausible_time(occurred_at, received_at) -%}
    (
        {{ occurred_at }} <= {{ received_at }} + interval '5 minutes'
        and {{ occurred_at }} >= {{ received_at }} - interval '{{ var('telemetry_late_days') }} days' - interval '1 hour'
    )
{%- endmacro %}

{#- When an event happened: by the client's clock where it can be believed, else when it was received. -#}
{% macro event_time(occurred_at, received_at) -%}
    case when {{ is_plausible_time(occurred_at, received_at) }} then {{ occurred_at }} else {{ received_at }} end
{%- endmacro %}

{#- The hour of a UTC timestamp on the clock of its zone, 0 to 23, by the zone's standard offset; summer time is left out
    on purpose (docs/product/decision-0002-utc-days.md). -#}
{% macro local_hour(timestamp, offset_minutes) -%}
    {{ adapter.dispatch('local_hour', 'mooring')(timestamp, offset_minutes) }}
{%- endmacro %}

{% macro snowflake__local_hour(timestamp, offset_minutes) -%}
    cast(extract(hour from dateadd(minute, {{ offset_minutes }}, {{ timestamp }})) as integer)
{%- endmacro %}

{% macro default__local_hour(timestamp, offset_minutes) -%}
    cast(extract(hour from {{ timestamp }} + {{ offset_minutes }} * interval '1 minute') as integer)
{%- endmacro %}
