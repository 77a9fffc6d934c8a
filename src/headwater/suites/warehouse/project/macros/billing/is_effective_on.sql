{# Is a state with an exclusive end the one in which a day ends? An open end is null. #}
{% macro is_effective_on(day, valid_from, valid_to) -%}
    ({{ valid_from }} < {{ day_after(day) }} and ({{ valid_to }} is null or {{ valid_to }} >= {{ day_after(day) }}))
{%- endmacro %}
