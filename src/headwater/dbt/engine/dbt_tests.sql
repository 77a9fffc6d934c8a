{% macro test_not_null(model, column_name) %}
select {{ column_name }} from {{ model }} where {{ column_name }} is null
{% endmacro %}

{% macro test_unique(model, column_name) %}
select {{ column_name }} as unique_field, count(*) as n_records
from {{ model }}
where {{ column_name }} is not null
group by {{ column_name }}
having count(*) > 1
{% endmacro %}

{% macro test_accepted_values(model, column_name, values, quote=True) %}
select value_field, n_records
from (select {{ column_name }} as value_field, count(*) as n_records from {{ model }} group by {{ column_name }}) as found
where value_field not in (
    {%- for value in values %}{% if quote %}'{{ value }}'{% else %}{{ value }}{% endif %}{{ ", " if not loop.last }}{% endfor -%}
)
{% endmacro %}

{% macro test_relationships(model, column_name, to, field) %}
with child as (select {{ column_name }} as from_field from {{ model }} where {{ column_name }} is not null),
parent as (select {{ field }} as to_field from {{ to }})
select child.from_field
from child
left join parent on child.from_field = parent.to_field
where parent.to_field is null
{% endmacro %}
