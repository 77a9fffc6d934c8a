{# Converts at a rate of `usd_per_unit`; the rate multiplies. Products of two decimals overflow: the product is a double,
   and rounded where it is stored as money. #}
{% macro usd_amount(amount, usd_per_unit) -%}
    {{ money('cast(' ~ amount ~ ' as double precision) * ' ~ usd_per_unit) }}
{%- endmacro %}
