{% macro is_renewed_outcome(outcome) -%}
    ({{ outcome }} in ('early', 'on_time', 'late'))
{%- endmacro %}
