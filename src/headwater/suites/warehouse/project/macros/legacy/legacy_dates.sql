{# The first reporting layer had helpers of its own before macros/shared existed. They stay as long as somebody calls them
   (docs/legacy/migration.md). Calendar months and quarters: the fiscal calendar came with the new layer. #}

{# First day of the calendar month, as a date. #}
{% macro legacy_month(value) -%}
CAST(DATE_TRUNC('month', {{ value }}) AS DATE)
{%- endmacro %}

{# '2022Q3' of the calendar, as the first dashboards wrote it. #}
{% macro legacy_quarter(value) -%}
(CAST(EXTRACT(YEAR FROM {{ value }}) AS VARCHAR) || 'Q' || CAST(EXTRACT(QUARTER FROM {{ value }}) AS VARCHAR))
{%- endmacro %}

{# Months since January of the year 0: months can be subtracted. #}
{% macro legacy_month_no(value) -%}
CAST(EXTRACT(YEAR FROM {{ value }}) * 12 + EXTRACT(MONTH FROM {{ value }}) AS INTEGER)
{%- endmacro %}

{# The first day of the month so many months later. #}
{% macro legacy_months_later(value, months) -%}
CAST({{ date_add_months(value, months) }} AS DATE)
{%- endmacro %}

{# The far future, where an end is open. #}
{% macro legacy_open_end(value) -%}
COALESCE({{ value }}, TIMESTAMP '9999-12-31 00:00:00')
{%- endmacro %}
