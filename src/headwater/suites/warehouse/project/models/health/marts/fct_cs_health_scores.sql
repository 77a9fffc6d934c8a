-- The second health score, for every customer and month, with its components side by side. Weights depend on the segment
-- and the month; accounts that have no segment yet are weighed like small ones.
with components as (
    select * from {{ ref('int_cs_score_components') }}
),

weights as (
    select * from {{ ref('int_cs_score_weights') }}
),

spine as (
    select * from {{ ref('int_cs_account_months') }}
),

scored as (
    select
        spine.account_id,
        spine.month_start,
        spine.segment,
        spine.region,
        spine.tenure_band,
        spine.mrr_usd,
        spine.seats,
        spine.is_paying,
        {%- for component in cs_components() %}
        components.{{ component }}_score,
        {%- endfor %}
        {%- for component in cs_components() %}
        case when components.has_{{ component }} then 1 else 0 end{{ ' +' if not loop.last }}
        {%- endfor %} as known_components,
        cast(
            {%- for component in cs_components() %}
            components.{{ component }}_score * weights.{{ component }}_weight{{ ' +' if not loop.last }}
            {%- endfor %}
            as decimal(9, 4)
        ) as score
    from spine
    inner join components
        on spine.account_id = components.account_id
        and spine.month_start = components.month_start
    inner join weights
        on coalesce(spine.segment, 'SMB') = weights.segment
        and spine.month_start = weights.month_start
),

banded as (
    select
        *,
        {{ cs_band('score') }} as band
    from scored
)

select
    *,
    {{ cs_months_ago('score', 1) }} as previous_score,
    {{ cs_months_ago('band', 1) }} as previous_band,
    score - {{ cs_months_ago('score', 3) }} as score_change_3m,
    min(score) over (partition by account_id order by month_start rows between 5 preceding and current row) as lowest_score_6m
from banded
