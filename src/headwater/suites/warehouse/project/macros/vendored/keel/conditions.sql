{# keel 0.4.1, vendored 2021-06. Aggregates over rows that meet a condition, for databases without `filter`. #}

{% macro keel_count_if(condition) -%}
sum(case when {{ condition }} then 1 else 0 end)
{%- endmacro %}

{% macro keel_count_unless(condition) -%}
sum(case when {{ condition }} then 0 else 1 end)
{%- endmacro %}

{% macro keel_sum_if(condition, value) -%}
sum(case when {{ condition }} then {{ value }} else 0 end)
{%- endmacro %}

{% macro keel_distinct_if(condition, value) -%}
count(distinct case when {{ condition }} then {{ value }} end)
{%- endmacro %}

{# 1 if any row meets the condition, otherwise 0. #}
{% macro keel_ever(condition) -%}
max(case when {{ condition }} then 1 else 0 end)
{%- endmacro %}

{# 1 if all rows meet the condition, otherwise 0. #}
{% macro keel_always(condition) -%}
min(case when {{ condition }} then 1 else 0 end)
{%- endmacro %}
