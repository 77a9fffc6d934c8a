{# The day whose exchange rate a record takes: its close date, or the day it is looked at while that lies ahead. #}
{% macro rate_date(close_date, seen_on) -%}
    least(coalesce({{ close_date }}, {{ seen_on }}), {{ seen_on }})
{%- endmacro %}
