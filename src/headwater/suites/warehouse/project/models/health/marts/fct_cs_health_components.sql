-- The components in long form, with what each one adds to the score and what it would add at best: what the customer page
-- draws as bars. Half a year is enough for the page; the score itself has all months.
with scores as (
    select * from {{ ref('fct_cs_health_scores') }}
),

weights as (
    select * from {{ ref('int_cs_score_weights') }}
),

inputs as (
    select * from {{ ref('int_cs_score_inputs') }}
    where month_start >= {{ cs_months_before(month_start(as_of()), 6) }}
)
{% for component in cs_components() %}
select
    scores.account_id,
    scores.month_start,
    '{{ component }}' as component,
    cast(inputs.{{ component }}_value as decimal(18, 4)) as raw_value,
    scores.{{ component }}_score as component_score,
    weights.{{ component }}_weight as weight,
    cast(scores.{{ component }}_score * weights.{{ component }}_weight as decimal(9, 4)) as points,
    cast((100 - scores.{{ component }}_score) * weights.{{ component }}_weight as decimal(9, 4)) as points_lost,
    inputs.{{ component }}_value is null as is_unknown
from scores
inner join inputs
    on scores.account_id = inputs.account_id
    and scores.month_start = inputs.month_start
inner join weights
    on coalesce(scores.segment, 'SMB') = weights.segment
    and scores.month_start = weights.month_start
{{ 'union all' if not loop.last }}
{%- endfor %}
