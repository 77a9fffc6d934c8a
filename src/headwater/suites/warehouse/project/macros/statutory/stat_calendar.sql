{# Calendars of the legal entities. `first_month` is the month in which the entity's year begins (seed legal_entities). A local
   year is named for the calendar year in which it ends, as the group's is. #}

{% macro stat_fiscal_year(day, first_month) -%}
cast(extract(year from {{ date_add_months(day, (13 - first_month) % 12) }}) as integer)
{%- endmacro %}

{# 1 to 12 #}
{% macro stat_fiscal_month(day, first_month) -%}
cast(extract(month from {{ date_add_months(day, 1 - first_month) }}) as integer)
{%- endmacro %}

{# First day of the local quarter, as a date. #}
{% macro stat_quarter_start(day, first_month) -%}
cast({{ date_add_months("date_trunc('quarter', " ~ date_add_months(day, 1 - first_month) ~ ")", first_month - 1) }} as date)
{%- endmacro %}

{# First day of the local year, as a date. #}
{% macro stat_year_start(day, first_month) -%}
cast({{ date_add_months("date_trunc('year', " ~ date_add_months(day, 1 - first_month) ~ ")", first_month - 1) }} as date)
{%- endmacro %}

{# '2025-M03': what the local ledgers print on a document. #}
{% macro stat_period_label(day, first_month) -%}
(cast({{ stat_fiscal_year(day, first_month) }} as varchar) || '-M' || lpad(cast({{ stat_fiscal_month(day, first_month) }} as varchar), 2, '0'))
{%- endmacro %}

{# '2025-Q1' in the local year. #}
{% macro stat_quarter_label(day, first_month) -%}
(cast({{ stat_fiscal_year(day, first_month) }} as varchar) || '-Q' || cast(cast(floor(({{ stat_fiscal_month(day, first_month) }} + 2) / 3.0) as integer) as varchar))
{%- endmacro %}
