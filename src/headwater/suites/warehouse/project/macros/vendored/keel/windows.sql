{# keel 0.4.1, vendored 2021-06. Windows without their punctuation. Patched 2021-09: `periods` includes the current row. #}

{% macro keel_over(order_by, partition_by=none, frame=none) -%}
over ({% if partition_by %}partition by {{ partition_by }} {% endif %}order by {{ order_by }}{% if frame %} {{ frame }}{% endif %})
{%- endmacro %}

{% macro keel_moving_sum(value, periods, order_by, partition_by=none) -%}
sum({{ value }}) {{ keel_over(order_by, partition_by, 'rows between ' ~ (periods - 1) ~ ' preceding and current row') }}
{%- endmacro %}

{% macro keel_moving_max(value, periods, order_by, partition_by=none) -%}
max({{ value }}) {{ keel_over(order_by, partition_by, 'rows between ' ~ (periods - 1) ~ ' preceding and current row') }}
{%- endmacro %}

{% macro keel_running_sum(value, order_by, partition_by=none) -%}
sum({{ value }}) {{ keel_over(order_by, partition_by, 'rows between unbounded preceding and current row') }}
{%- endmacro %}

{% macro keel_previous(value, order_by, partition_by=none, steps=1) -%}
lag({{ value }}, {{ steps }}) {{ keel_over(order_by, partition_by) }}
{%- endmacro %}
