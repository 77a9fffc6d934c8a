{# One box of a tax return: the sum of `amount` over the documents that `condition` describes. Authorities want whole units in
   most boxes; `unit` says how they are made: 'exact', 'round' or 'truncate'. #}
{% macro stat_box(condition, amount, unit='exact') -%}
{%- set total = "coalesce(" ~ sum_where(condition, amount) ~ ", 0)" -%}
{%- if unit == 'round' -%}
{{ stat_round(total, 0) }}
{%- elif unit == 'truncate' -%}
{{ stat_truncate(total) }}
{%- else -%}
{{ money(total) }}
{%- endif -%}
{%- endmacro %}

{# The day on which a return must be in: months after the first day of its period, and days after that. #}
{% macro stat_filing_due(period_start, months, days) -%}
{{ to_date(date_add_days(date_add_months(period_start, months), days)) }}
{%- endmacro %}
