{# What is summed here is what is summed there, for each group: nothing is lost or counted twice on the way.
   `by` and `to_by` are columns in the same order; without them the whole is compared. #}
{% test sum_equals(model, column_name, to, field, by=[], to_by=none, where='true', to_where='true', tolerance=0.01) %}
{%- set theirs = to_by if to_by is not none else by %}
with ours as (
    select {% for column in by %}{{ column }} as key_{{ loop.index }}, {% endfor %}sum({{ column_name }}) as total
    from {{ model }}
    where {{ where }}
    {%- if by %}
    group by {{ by | join(', ') }}
    {%- endif %}
),

theirs as (
    select {% for column in theirs %}{{ column }} as key_{{ loop.index }}, {% endfor %}sum({{ field }}) as total
    from {{ to }}
    where {{ to_where }}
    {%- if theirs %}
    group by {{ theirs | join(', ') }}
    {%- endif %}
)

select ours.total as ours, theirs.total as theirs
from ours
full join theirs on {% for column in by %}ours.key_{{ loop.index }} = theirs.key_{{ loop.index }}{% if not loop.last %} and {% endif %}{% else %}true{% endfor %}
where abs(coalesce(ours.total, 0) - coalesce(theirs.total, 0)) > {{ tolerance }}
{% endtest %}
