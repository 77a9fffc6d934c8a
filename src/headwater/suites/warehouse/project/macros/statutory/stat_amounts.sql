{# Commercial rounding: half away from zero. Decimals only; a double would round 0.125 by its last bit. #}
{% macro stat_round(amount, digits=2) -%}
cast(round(cast({{ amount }} as decimal(18, 4)), {{ digits }}) as decimal(18, 4))
{%- endmacro %}

{# Fractions of the unit are dropped, for credits as well as for invoices. #}
{% macro stat_truncate(amount) -%}
cast(case when {{ amount }} < 0 then - floor(- cast({{ amount }} as decimal(18, 4))) else floor(cast({{ amount }} as decimal(18, 4))) end as decimal(18, 4))
{%- endmacro %}

{# An amount of one currency in another, by their rates in USD. The same currency is not converted, so nothing is rounded. #}
{% macro stat_convert(amount, from_currency, to_currency, from_rate, to_rate) -%}
cast(case when {{ from_currency }} = {{ to_currency }} then {{ amount }} else {{ money('cast(' ~ amount ~ ' as double precision) * ' ~ from_rate ~ ' / ' ~ to_rate) }} end as decimal(18, 4))
{%- endmacro %}

{# Change against an earlier figure as a share of it; null where there was none. #}
{% macro stat_change_share(current_amount, earlier_amount) -%}
{{ safe_divide(current_amount ~ ' - coalesce(' ~ earlier_amount ~ ', 0)', 'abs(' ~ earlier_amount ~ ')', 4) }}
{%- endmacro %}

{# The same column some periods before, within an entity's pack. Periods have no gaps (tests see to it). #}
{% macro stat_earlier(column, periods, order_by, partition_by=none) -%}
lag({{ column }}, {{ periods }}) over ({% if partition_by %}partition by {{ partition_by }} {% endif %}order by {{ order_by }})
{%- endmacro %}

{# Running total within the local year. #}
{% macro stat_year_to_date(column, year, order_by, partition_by=none) -%}
sum({{ column }}) over (partition by {% if partition_by %}{{ partition_by }}, {% endif %}{{ year }} order by {{ order_by }} rows between unbounded preceding and current row)
{%- endmacro %}
