{# Host of a URL without `www.`; null when there is none. #}
{% macro url_host(column) %}
    {{- return(adapter.dispatch('url_host', 'mooring')(column)) -}}
{% endmacro %}

{% macro default__url_host(column) -%}
    nullif(regexp_replace(regexp_replace(lower(trim({{ column }})), '^[a-z]+://', ''), '^(www\.)?([^/?#:]*).*$', '\2'), '')
{%- endmacro %}

{% macro snowflake__url_host(column) -%}
    nullif(regexp_replace(regexp_replace(lower(trim({{ column }})), '^[a-z]+://', ''), '^(www\\.)?([^/?#:]*).*$', '\\2'), '')
{%- endmacro %}
