{# A session's channel: its UTM pair as mapped by marketing operations, else its referrer, else direct. #}
{% macro channel_of_session(utm_channel, utm_source, referrer_channel, referrer_host) -%}
    case
        when {{ utm_channel }} is not null then {{ utm_channel }}
        when {{ utm_source }} is not null then 'other'
        when {{ referrer_channel }} is not null then {{ referrer_channel }}
        when {{ referrer_host }} is not null then 'referral'
        else 'direct'
    end
{%- endmacro %}
