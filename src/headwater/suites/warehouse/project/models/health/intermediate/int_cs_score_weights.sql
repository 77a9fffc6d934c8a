-- Weights by segment and month, one column each. Accounts without a segment are scored like small ones.
select
    months.month_start,
    weights.segment,
    {%- for component in cs_components() %}
    {{ sum_where("weights.component = '" ~ component ~ "'", 'weights.weight') }} as {{ component }}_weight,
    {%- endfor %}
    sum(weights.weight) as total_weight
from {{ ref('int_cs_working_days') }} as months
inner join {{ ref('cs_score_weights') }} as weights
    on months.month_start >= weights.valid_from
    and months.month_start <= coalesce(weights.valid_to, cast('9999-12-31' as date))
where weights.score_version = 2
group by months.month_start, weights.segment
