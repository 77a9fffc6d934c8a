{# Length of a service period in days; its end is exclusive. A period without length is delivered on its first day. #}
{% macro service_days(starts_on, ends_on) -%}
    greatest({{ date_diff_days(starts_on, ends_on) }}, 1)
{%- endmacro %}
