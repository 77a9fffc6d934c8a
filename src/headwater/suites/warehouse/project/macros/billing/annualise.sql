{% macro annualise(monthly) -%}
    {{ money('12 * ' ~ monthly) }}
{%- endmacro %}
