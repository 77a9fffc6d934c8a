{# What a recurring amount is worth a month. One-time prices are worth nothing a month. #}
{% macro monthly_amount(amount, billing_interval) -%}
    {{ money("case " ~ billing_interval ~ " when 'month' then " ~ amount ~ " when 'year' then " ~ amount ~ " / 12.0 else 0 end") }}
{%- endmacro %}
