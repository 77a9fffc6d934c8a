{#- A count that a server reports: -1 says that its admin switched counts off, which is not the same as none. -#}
{% macro known_count(column) -%}
    case when {{ column }} >= 0 then {{ column }} end
{%- endmacro %}
