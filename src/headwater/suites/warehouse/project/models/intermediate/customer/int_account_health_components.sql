-- The five components of the health score, each from 0 to 100, 50 where nothing is known. The limits are the customer
-- team's (docs/customer/health-score.md); a change of them is a change of every customer's colour.
with months as (
    select * from {{ ref('int_account_months') }}
),

activity as (
    select * from {{ ref('agg_account_activity_trends') }}
),

nps as (
    select * from {{ ref('int_account_nps_rolling') }}
),

payments as (
    select * from {{ ref('int_account_payment_behaviour') }}
),

support as (
    select * from {{ ref('int_account_support_rolling') }}
)

select
    months.account_id,
    months.month_start,
    months.segment,
    months.mrr_usd,
    months.seats,
    months.is_paying,
    {{ health_component(safe_divide('activity.user_days', 'months.seats * 20'), 0, 0.6) }} as adoption_score,
    {{ health_component('activity.trend_3m', -0.5, 0.25) }} as trend_score,
    {{ health_component('nps.average_score', 2, 9.5) }} as sentiment_score,
    {{ health_component('payments.late_share', 0.5, 0) }} as payment_score,
    {{ health_component('support.missed_share', 0.6, 0) }} as support_score
from months
left join activity
    on months.account_id = activity.account_id
    and months.month_start = activity.month_start
left join nps
    on months.account_id = nps.account_id
    and months.month_start = nps.month_start
left join payments
    on months.account_id = payments.account_id
    and months.month_start = payments.month_start
left join support
    on months.account_id = support.account_id
    and months.month_start = support.month_start
