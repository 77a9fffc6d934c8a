{# Pipeline weeks run Monday to Sunday and are named by their Sunday. #}
{% macro week_ending(date_column) -%}
    {{ to_date(date_add_days(week_start(date_column), 6)) }}
{%- endmacro %}
