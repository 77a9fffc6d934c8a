{% macro day_after(day) -%}
    {{ to_date(date_add_days(day, 1)) }}
{%- endmacro %}
