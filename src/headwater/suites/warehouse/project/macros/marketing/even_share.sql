{# `total` shared evenly over `parts`, in six places; the last part takes the remainder of rounding. #}
{% macro even_share(total, part, parts) -%}
    cast(
        case
            when {{ part }} = {{ parts }}
                then {{ total }} - round(cast({{ total }} as decimal(9, 6)) / nullif({{ parts }}, 0), 6) * ({{ parts }} - 1)
            else round(cast({{ total }} as decimal(9, 6)) / nullif({{ parts }}, 0), 6)
        end as decimal(9, 6)
    )
{%- endmacro %}
