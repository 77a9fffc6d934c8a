{# Helpers of the growth project of 2022. `growth_` macros take names of columns, not of relations. #}

{# The channel of a visit by its tags, as the growth team saw it before there was map_utm_channels. Referrals of partners are
   'partner', everything paid is 'paid', whatever the network. #}
{% macro growth_channel(utm_source, utm_medium, referrer) -%}
case
    when {{ utm_medium }} in ('cpc', 'ppc', 'paid', 'paid_search', 'paid_social') then 'paid'
    when {{ utm_medium }} = 'email' or {{ utm_source }} = 'newsletter' then 'newsletter'
    when {{ utm_source }} = 'partner' then 'partner'
    when {{ utm_medium }} = 'organic' then 'search'
    when {{ utm_source }} is null and {{ referrer }} in ('google.com', 'bing.com', 'duckduckgo.com') then 'search'
    when {{ utm_source }} is null and {{ referrer }} is not null then 'referral'
    when {{ utm_source }} is null then 'direct'
    else 'other'
end
{%- endmacro %}

{# The events that the growth project looked at, with the short name of each in its tables. #}
{% macro growth_events() -%}
{{ return({'message_posted': 'messages', 'runbook_run': 'runbooks', 'board_updated': 'boards', 'file_shared': 'files', 'call_started': 'calls', 'search': 'searches'}) }}
{%- endmacro %}

{# Weeks from one Monday to another. #}
{% macro growth_weeks_between(first_week, week) -%}
cast(floor({{ date_diff_days(first_week, week) }} / 7.0) as integer)
{%- endmacro %}

{# Share of a part in a whole as a number between 0 and 1; null where the whole is zero. #}
{% macro growth_share(part, whole) -%}
{{ safe_divide(part, whole, 4) }}
{%- endmacro %}
