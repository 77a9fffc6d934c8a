{% macro day_before(day) -%}
    {{ to_date(date_add_days(day, -1)) }}
{%- endmacro %}
