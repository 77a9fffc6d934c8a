{# What is earned of `amount` from `from_day` up to, not including, `until_day`. #}
{% macro straight_line_between(amount, starts_on, ends_on, from_day, until_day) -%}
    ({{ straight_line_until(amount, starts_on, ends_on, until_day) }}
        - {{ straight_line_until(amount, starts_on, ends_on, from_day) }})
{%- endmacro %}
