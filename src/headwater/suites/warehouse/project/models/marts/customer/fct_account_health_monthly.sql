-- The health of each customer in each month. Weights as agreed in January 2023: use counts for more than words.
with components as (
    select * from {{ ref('int_account_health_components') }}
),

weights as (
    select
        {{ sum_where("component = 'adoption'", 'weight') }} as adoption,
        {{ sum_where("component = 'trend'", 'weight') }} as trend,
        {{ sum_where("component = 'sentiment'", 'weight') }} as sentiment,
        {{ sum_where("component = 'payment'", 'weight') }} as payment,
        {{ sum_where("component = 'support'", 'weight') }} as support
    from {{ ref('health_score_weights') }}
),

scored as (
    select
        components.*,
        {% set weighted %}
            components.adoption_score * weights.adoption
            + components.trend_score * weights.trend
            + components.sentiment_score * weights.sentiment
            + components.payment_score * weights.payment
            + components.support_score * weights.support
        {% endset %}
        {{ rounded(weighted, 2) }} as score
    from components
    cross join weights
),

banded as (
    select
        *,
        {{ health_band('score') }} as health_band
    from scored
)

select
    *,
    lag(health_band) over (partition by account_id order by month_start) as previous_health_band,
    {{ rounded('score - lag(score) over (partition by account_id order by month_start)', 2) }} as score_change
from banded
