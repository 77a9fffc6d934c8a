-- Both scores side by side, as long as finance's forecast reads the first one (until FY27, see docs/health/two-scores.md).
-- "Agree" compares colours, not numbers: the scales are not the same.
select
    first_score.account_id,
    first_score.month_start,
    first_score.segment,
    first_score.mrr_usd,
    first_score.is_paying,
    cast(first_score.score as decimal(9, 4)) as first_score,
    second_score.score as second_score,
    {{ cs_band_of_first('first_score.health_band') }} as first_band,
    second_score.band as second_band,
    second_score.known_components,
    {{ cs_band_of_first('first_score.health_band') }} = second_score.band as agree,
    {{ cs_band_rank('second_score.band') }} - {{ cs_band_rank(cs_band_of_first('first_score.health_band')) }} as second_is_worse_by
from {{ ref('fct_account_health_monthly') }} as first_score
inner join {{ ref('fct_cs_health_scores') }} as second_score
    on first_score.account_id = second_score.account_id
    and first_score.month_start = second_score.month_start
