{# Days that two closed periods share; an open end is given as null. #}
{% macro overlap_days(start_a, end_a, start_b, end_b) -%}
    greatest(
        0,
        {{ date_diff_days("greatest(" ~ start_a ~ ", " ~ start_b ~ ")",
                          "least(" ~ end_a ~ ", coalesce(" ~ end_b ~ ", " ~ end_a ~ "))") }} + 1
    )
{%- endmacro %}
