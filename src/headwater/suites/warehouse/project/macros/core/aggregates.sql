{#- How many different values the rows of a group that hold a condition have. -#}
{% macro count_distinct_where(condition, expression) -%}
    count(distinct case when {{ condition }} then {{ expression }} end)
{%- endmacro %}

{#- Whether any row of a group holds a condition. Null counts as no. -#}
{% macro any_true(condition) -%}
    (max(case when {{ condition }} then 1 else 0 end) = 1)
{%- endmacro %}

{#- The change from one number to the next relative to the first; null where there was nothing before. -#}
{% macro growth_rate(current_value, previous_value) -%}
    {{ safe_divide('(' ~ current_value ~ ' - ' ~ previous_value ~ ')', previous_value) }}
{%- endmacro %}
