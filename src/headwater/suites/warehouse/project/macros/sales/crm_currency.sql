{# ISO code of a record's currency. Records from before multi-currency was switched on have none and are in USD. #}
{% macro crm_currency(column) -%}
    coalesce(upper({{ nullif_blank(column) }}), '{{ var("reporting_currency") }}')
{%- endmacro %}
