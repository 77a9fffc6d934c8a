{# Every day (`step` 'day') or month ('month') between the first and the last is there, for each `by`. #}
{% test no_gaps(model, column_name, by=[], step='day') %}
with steps as (
    select distinct
        {% for column in by %}{{ column }}, {% endfor %}{{ column_name }} as this_one
    from {{ model }}
),

followed as (
    select
        *,
        lead(this_one) over ({% if by %}partition by {{ by | join(', ') }} {% endif %}order by this_one) as next_one
    from steps
)

select *
from followed
where next_one is not null
    and {% if step == 'month' %}{{ date_diff_months('this_one', 'next_one') }}{% else %}{{ date_diff_days('this_one', 'next_one') }}{% endif %} <> 1
{% endtest %}

{# Periods of one `by` do not overlap. The end is exclusive unless `inclusive`; null is open. #}
{% test no_overlap(model, starts, ends, by, inclusive=false) %}
with ordered as (
    select
        {{ by | join(', ') }},
        {{ starts }} as starts,
        {{ ends }} as ends,
        lead({{ starts }}) over (partition by {{ by | join(', ') }} order by {{ starts }}, {{ ends }}) as next_starts
    from {{ model }}
)

select *
from ordered
where next_starts is not null
    and (ends is null or next_starts <{% if inclusive %}={% endif %} ends)
{% endtest %}

{# The newest row is at most so many days older than the frozen clock, and none is after it. #}
{% test recent(model, column_name, days) %}
select max({{ column_name }}) as newest
from {{ model }}
having max({{ column_name }}) is null
    or {{ date_diff_days('max(' ~ column_name ~ ')', as_of()) }} > {{ days }}
    or cast(max({{ column_name }}) as date) > {{ as_of() }}
{% endtest %}

{# A state is only followed by those that `transitions` lists: [['open', 'paid'], …]. Staying is allowed. #}
{% test accepted_transitions(model, column_name, by, order_by, transitions) %}
with followed as (
    select
        {{ by }} as entity,
        {{ column_name }} as state,
        lead({{ column_name }}) over (partition by {{ by }} order by {{ order_by }}) as next_state
    from {{ model }}
)

select *
from followed
where next_state is not null
    and next_state <> state
    and not (
        false
        {%- for pair in transitions %}
        or (state = '{{ pair[0] }}' and next_state = '{{ pair[1] }}')
        {%- endfor %}
    )
{% endtest %}
