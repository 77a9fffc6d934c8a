-- Changes of colour: what the weekly meeting goes through.
select
    account_id,
    month_start,
    segment,
    previous_health_band as from_band,
    health_band as to_band,
    mrr_usd,
    score,
    score_change,
    case
        when previous_health_band = 'at_risk' then 'improved'
        when health_band = 'at_risk' then 'worsened'
        when health_band = 'healthy' then 'improved'
        else 'worsened'
    end as direction
from {{ ref('fct_account_health_monthly') }}
where previous_health_band is not null
    and previous_health_band <> health_band
