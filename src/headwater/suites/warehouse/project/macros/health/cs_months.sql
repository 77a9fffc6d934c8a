{# The month that is `n` before (or, if negative, after) another, as a date. #}
{% macro cs_months_before(month, n) -%}
{{ to_date(date_add_months(month, -n)) }}
{%- endmacro %}

{# A sum over the last `n` rows of an account, this one included. The spine has no holes, so rows are months. #}
{% macro cs_last_months(value, n, account='account_id', month='month_start') -%}
sum({{ value }}) over (partition by {{ account }} order by {{ month }} rows between {{ n - 1 }} preceding and current row)
{%- endmacro %}

{# The value of an account `n` months ago; null before its first month. #}
{% macro cs_months_ago(value, n, account='account_id', month='month_start') -%}
lag({{ value }}, {{ n }}) over (partition by {{ account }} order by {{ month }})
{%- endmacro %}

{# How long somebody has been a customer. #}
{% macro cs_tenure_band(months) -%}
case when {{ months }} < 3 then '0-2' when {{ months }} < 12 then '3-11' when {{ months }} < 24 then '12-23' else '24+' end
{%- endmacro %}
