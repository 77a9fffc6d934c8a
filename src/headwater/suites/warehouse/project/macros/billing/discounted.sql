{# What is left of an amount after a discount of `percent_off` percent, if there is one. #}
{% macro discounted(amount, percent_off) -%}
    {{ money('cast(' ~ amount ~ ' as double precision) * (1 - coalesce(' ~ percent_off ~ ', 0) / 100.0)') }}
{%- endmacro %}
