{# keel 0.4.1, vendored 2021-06. Single values: text and numbers. #}

{% macro keel_tidy(value) -%}
lower(trim({{ value }}))
{%- endmacro %}

{% macro keel_left_of(value, separator) -%}
split_part({{ value }}, '{{ separator }}', 1)
{%- endmacro %}

{% macro keel_right_of(value, separator) -%}
split_part({{ value }}, '{{ separator }}', 2)
{%- endmacro %}

{% macro keel_or(value, other='unknown') -%}
coalesce({{ value }}, '{{ other }}')
{%- endmacro %}

{% macro keel_not_below(value, floor=0) -%}
greatest({{ value }}, {{ floor }})
{%- endmacro %}

{# PATCH 2022-11-14 (DATA-388): doubles instead of `1.0 * part / whole`, and rounded like every other ratio of the project. Whole
   numbers came back as 0 or 1 after the move. #}
{% macro keel_ratio(part, whole, digits=4) -%}
{{ rounded('cast(' ~ part ~ ' as double precision) / nullif(' ~ whole ~ ', 0)', digits) }}
{%- endmacro %}

{# The name of the first limit that a value does not exceed. `names` has one more than `limits`. #}
{% macro keel_band(value, limits, names) -%}
case{% for limit in limits %} when {{ value }} <= {{ limit }} then '{{ names[loop.index0] }}'{% endfor %} else '{{ names[-1] }}' end
{%- endmacro %}
