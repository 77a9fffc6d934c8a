{# The fiscal calendar begins on the first of February and is named for the calendar year in which it ends: FY25 is
   2024-02-01 to 2025-01-31. Finance changed to it in 2019; nothing in the warehouse is older. #}

{% macro fiscal_year(value) -%}
cast(extract(year from {{ date_add_months(value, 13 - var('fiscal_year_first_month')) }}) as integer)
{%- endmacro %}

{# 1 to 4 #}
{% macro fiscal_quarter_number(value) -%}
cast(extract(quarter from {{ date_add_months(value, 1 - var('fiscal_year_first_month')) }}) as integer)
{%- endmacro %}

{# 'FY25-Q1', as the CRM and the plan write it #}
{% macro fiscal_quarter(value) -%}
('FY' || right(cast({{ fiscal_year(value) }} as varchar), 2) || '-Q' || cast({{ fiscal_quarter_number(value) }} as varchar))
{%- endmacro %}

{# 1 to 12; February is 1 #}
{% macro fiscal_month(value) -%}
cast(extract(month from {{ date_add_months(value, 1 - var('fiscal_year_first_month')) }}) as integer)
{%- endmacro %}

{# 'FY25-P01', as the ledger writes it #}
{% macro fiscal_period(value) -%}
('FY' || right(cast({{ fiscal_year(value) }} as varchar), 2) || '-P' || lpad(cast({{ fiscal_month(value) }} as varchar), 2, '0'))
{%- endmacro %}

{# First day of the fiscal quarter, as a date #}
{% macro fiscal_quarter_start(value) -%}
cast({{ date_add_months("date_trunc('quarter', " ~ date_add_months(value, 1 - var('fiscal_year_first_month')) ~ ")", var('fiscal_year_first_month') - 1) }} as date)
{%- endmacro %}
