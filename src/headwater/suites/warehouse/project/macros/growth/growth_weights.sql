{#- A weight in six places, and what rounding left over given to the touch that `takes_rest`, so that an outcome's weights
    add up to one exactly. `raw` is any positive number, `total` its sum over the outcome. -#}
{% macro growth_normalised(raw, total, takes_rest, partition) -%}
    cast(
        case when {{ takes_rest }}
            then 1 - (
                sum(cast(round(cast({{ raw }} as decimal(18, 8)) / {{ total }}, 6) as decimal(9, 6))) over (partition by {{ partition }})
                - cast(round(cast({{ raw }} as decimal(18, 8)) / {{ total }}, 6) as decimal(9, 6))
            )
            else cast(round(cast({{ raw }} as decimal(18, 8)) / {{ total }}, 6) as decimal(9, 6))
        end as decimal(9, 6)
    )
{%- endmacro %}

{#- Halving by steps: what a touch counts for by its age. Steps instead of a power, because powers of doubles differ between
    databases in the last digits. -#}
{% macro growth_decay(days, half_life) -%}
    cast(
        case
            {%- for step in range(0, 12) %}
            when {{ days }} < {{ half_life * (step + 1) }} then {{ '%.8f' | format(1 / (2 ** step)) }}
            {%- endfor %}
            else 0.00024414
        end as decimal(18, 8)
    )
{%- endmacro %}
