{# The columns together name a row. #}
{% test unique_combination(model, columns) %}
select {{ columns | join(', ') }}
from {{ model }}
group by {{ columns | join(', ') }}
having count(*) > 1
{% endtest %}

{# As many rows as another relation has (`to_where`: of those rows of it). #}
{% test same_row_count(model, to, to_where='true') %}
select ours.n as ours, theirs.n as theirs
from (select count(*) as n from {{ model }}) as ours
cross join (select count(*) as n from {{ to }} where {{ to_where }}) as theirs
where ours.n <> theirs.n
{% endtest %}

{# At least so many rows: an empty table passes most other tests. #}
{% test at_least_rows(model, count) %}
select count(*) as n
from {{ model }}
having count(*) < {{ count }}
{% endtest %}
