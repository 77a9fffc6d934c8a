{# A ratio, or null where there is nothing to divide by. Rounded, so that two builds give the same last digit. #}
{% macro safe_divide(numerator, denominator, digits=6) -%}
{{ rounded('cast(' ~ numerator ~ ' as double precision) / nullif(' ~ denominator ~ ', 0)', digits) }}
{%- endmacro %}

{# A double, rounded. Postgres rounds only exact numbers to digits. #}
{% macro rounded(value, digits) -%}
{{ adapter.dispatch('rounded', 'mooring')(value, digits) }}
{%- endmacro %}

{% macro default__rounded(value, digits) -%}
round({{ value }}, {{ digits }})
{%- endmacro %}

{% macro postgres__rounded(value, digits) -%}
cast(round(cast({{ value }} as numeric), {{ digits }}) as double precision)
{%- endmacro %}

{# An amount in a currency's minor unit as money of that currency. `currency` is SQL of a code in upper case; JPY has no minor unit. #}
{% macro cents_to_currency(amount, currency) -%}
cast(case when {{ currency }} = 'JPY' then cast({{ amount }} as decimal(18, 4)) else cast({{ amount }} as decimal(18, 4)) / 100 end as decimal(18, 4))
{%- endmacro %}

{# Money as it is stored: four digits, exact sums. #}
{% macro money(value) -%}
cast({{ value }} as decimal(18, 4))
{%- endmacro %}

{# The median, rounded as ratios are. #}
{% macro median(value) -%}
{{ adapter.dispatch('median', 'mooring')(value) }}
{%- endmacro %}

{% macro default__median(value) -%}
round(median({{ value }}), 4)
{%- endmacro %}

{% macro postgres__median(value) -%}
round(cast(percentile_cont(0.5) within group (order by {{ value }}) as numeric), 4)
{%- endmacro %}
