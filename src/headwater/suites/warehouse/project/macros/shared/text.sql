{# Text without blanks around it; null where nothing is left. #}
{% macro nullif_blank(value) -%}
nullif(trim({{ value }}), '')
{%- endmacro %}

{# Addresses are compared in lower case and without blanks. #}
{% macro normalise_email(value) -%}
lower({{ nullif_blank(value) }})
{%- endmacro %}

{# What is behind the @ #}
{% macro email_domain(value) -%}
lower(split_part({{ value }}, '@', 2))
{%- endmacro %}

{# The text of a field of a JSON object in a text column. #}
{% macro json_text(column, field) -%}
{{ adapter.dispatch('json_text', 'mooring')(column, field) }}
{%- endmacro %}

{% macro default__json_text(column, field) -%}
cast(get_path(parse_json({{ column }}), '{{ field }}') as varchar)
{%- endmacro %}

{% macro postgres__json_text(column, field) -%}
(cast({{ column }} as json) ->> '{{ field }}')
{%- endmacro %}

{% macro duckdb__json_text(column, field) -%}
json_extract_string({{ column }}, '$.{{ field }}')
{%- endmacro %}

{# A text key of several columns. Nulls count as a value of their own. #}
{% macro surrogate_key(columns) -%}
md5({% for column in columns %}coalesce(cast({{ column }} as varchar), '~'){% if not loop.last %} || '|' || {% endif %}{% endfor %})
{%- endmacro %}
