{% macro is_won_stage(stage) -%}
    ({{ stage }} = 'Closed Won')
{%- endmacro %}
