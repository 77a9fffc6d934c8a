{# Do two periods share a day? All four dates are inclusive. #}
{% macro periods_overlap(first_start, first_end, second_start, second_end) -%}
    ({{ first_start }} <= {{ second_end }} and {{ second_start }} <= {{ first_end }})
{%- endmacro %}
