{# The CRM's users live by the US Pacific calendar: close dates, quota periods and "this week" are days there. #}
{% macro crm_local_date(timestamp_column) -%}
    {{ to_date(utc_to_zone(timestamp_column, 'America/Los_Angeles')) }}
{%- endmacro %}
