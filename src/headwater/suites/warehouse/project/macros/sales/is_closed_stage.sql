{% macro is_closed_stage(stage) -%}
    ({{ stage }} in ('Closed Won', 'Closed Lost'))
{%- endmacro %}
