{#- Histories are half open: a version holds from `valid_from` on, up to but not including `valid_to`; the version that
    still holds has no `valid_to`. These macros are the only places that know it. -#}
{% macro holds_at(moment, valid_from, valid_to) -%}
    ({{ moment }} >= {{ valid_from }} and {{ moment }} < coalesce({{ valid_to }}, timestamp '9999-12-31 00:00:00'))
{%- endmacro %}

{#- The moment at which the next version of an entity begins. `tie_break` makes the order total. -#}
{% macro next_version_at(column, entity, tie_break) -%}
    lead({{ column }}) over (partition by {{ entity }} order by {{ column }}, {{ tie_break }})
{%- endmacro %}
