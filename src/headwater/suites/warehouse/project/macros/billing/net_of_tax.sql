{# The share of a gross amount that is not tax, by the invoice it belongs to. #}
{% macro net_of_tax(amount, subtotal, total) -%}
    {{ money('case when ' ~ total ~ ' = 0 then 0 else cast(' ~ amount ~ ' as double precision) * ' ~ subtotal ~ ' / ' ~ total ~ ' end') }}
{%- endmacro %}
