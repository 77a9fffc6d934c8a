{# keel 0.4.1, vendored 2021-06. Parts of dates as numbers and short texts, all of the calendar year. #}

{# '2022H1'. Patched 2022-01; 0.4.1 wrote '2022-1'. #}
{% macro keel_year_half(value) -%}
cast(extract(year from {{ value }}) as varchar) || case when {{ keel_half(value) }} = 1 then 'H1' else 'H2' end
{%- endmacro %}

{% macro keel_half(value) -%}
case when extract(month from {{ value }}) <= 6 then 1 else 2 end
{%- endmacro %}

{# Quarters since the year 0, so that they can be subtracted. #}
{% macro keel_quarter_number(value) -%}
cast(extract(year from {{ value }}) * 4 + extract(quarter from {{ value }}) as integer)
{%- endmacro %}

{# 1 is Monday. #}
{% macro keel_weekday(value) -%}
cast(extract(isodow from {{ value }}) as integer)
{%- endmacro %}

{% macro keel_hour(value) -%}
cast(extract(hour from {{ value }}) as integer)
{%- endmacro %}

{% macro keel_is_weekend(value) -%}
extract(isodow from {{ value }}) in (6, 7)
{%- endmacro %}

{% macro keel_in_same_month(one, other) -%}
date_trunc('month', {{ one }}) = date_trunc('month', {{ other }})
{%- endmacro %}
