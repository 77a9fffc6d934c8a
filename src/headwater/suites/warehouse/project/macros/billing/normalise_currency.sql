{% macro normalise_currency(column) -%}
    upper(trim({{ column }}))
{%- endmacro %}
