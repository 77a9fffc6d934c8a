{# An invoice is billed once it is finalised and for as long as it is not void. What is written off stays billed. #}
{% macro is_billed_status(status) -%}
    ({{ status }} in ('open', 'paid', 'uncollectible'))
{%- endmacro %}
