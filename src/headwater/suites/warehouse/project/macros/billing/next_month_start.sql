{% macro next_month_start(month_start) -%}
    {{ to_date(date_add_months(month_start, 1)) }}
{%- endmacro %}
