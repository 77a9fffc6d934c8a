-- A customer whose five components are all at least 80 is at least 80, and the other way round.
select account_id, month_start, score
from {{ ref('fct_account_health_monthly') }}
where score < least(adoption_score, trend_score, sentiment_score, payment_score, support_score) - 0.01
    or score > greatest(adoption_score, trend_score, sentiment_score, payment_score, support_score) + 0.01
