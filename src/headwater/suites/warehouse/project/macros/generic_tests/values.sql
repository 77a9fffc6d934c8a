{# A condition that holds for each row. #}
{% test holds(model, expression, column_name=None) %}
select *
from {{ model }}
where not ({% if column_name %}{{ column_name }} {% endif %}{{ expression }})
{% endtest %}

{% test not_negative(model, column_name) %}
select {{ column_name }}
from {{ model }}
where {{ column_name }} < 0
{% endtest %}

{% test in_range(model, column_name, at_least=none, at_most=none) %}
select {{ column_name }}
from {{ model }}
where false
{%- if at_least is not none %} or {{ column_name }} < {{ at_least }}{% endif %}
{%- if at_most is not none %} or {{ column_name }} > {{ at_most }}{% endif %}
{% endtest %}

{# At most this share of the rows is null. #}
{% test null_share_at_most(model, column_name, share) %}
select nulls, n
from (select sum(case when {{ column_name }} is null then 1 else 0 end) as nulls, count(*) as n from {{ model }}) as counted
where n > 0 and nulls > {{ share }} * n
{% endtest %}
