{% macro is_paid_sku(sku) -%}
    ({{ sku }} in ('SM-PRO', 'SM-ENT'))
{%- endmacro %}
