{# One row of a relation for each key: the first by `order_by`, which must be a total order. `relation` is a ref or the name of a CTE. #}
{% macro deduplicate(relation, partition_by, order_by) -%}
select *
from (
    select
        *,
        row_number() over (partition by {{ partition_by }} order by {{ order_by }}) as _copy_number
    from {{ relation }}
) as numbered
where _copy_number = 1
{%- endmacro %}

{# True where a flag is set: sources leave false and null for the same thing. #}
{% macro is_true(value) -%}
coalesce({{ value }}, false)
{%- endmacro %}

{# How many rows of a group hold a condition. #}
{% macro count_where(condition) -%}
sum(case when {{ condition }} then 1 else 0 end)
{%- endmacro %}

{# The sum over those rows of a group that hold a condition; 0 where none does. #}
{% macro sum_where(condition, value) -%}
sum(case when {{ condition }} then {{ value }} else 0 end)
{%- endmacro %}
