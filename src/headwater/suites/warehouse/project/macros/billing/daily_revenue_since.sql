{# The first day of the months for which revenue is kept by the day: the month of the clock and those before it. #}
{% macro daily_revenue_since() -%}
    {{ to_date(date_add_months(month_start(as_of()), 1 - var('revenue_daily_months', 13))) }}
{%- endmacro %}
