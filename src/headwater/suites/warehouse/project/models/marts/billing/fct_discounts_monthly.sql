-- What coupons cost in each month: the difference between list and what subscriptions really pay.
with mrr as (
    select * from {{ ref('int_subscription_mrr_monthly') }}
    where percent_off > 0
),

subscriptions as (
    select * from {{ ref('stg_billing__subscriptions') }}
)

select
    mrr.subscription_id,
    mrr.month_start,
    mrr.account_id,
    subscriptions.coupon_id,
    mrr.plan_code,
    mrr.percent_off,
    mrr.list_mrr_usd,
    mrr.mrr_usd,
    mrr.list_mrr_usd - mrr.mrr_usd as discount_usd
from mrr
inner join subscriptions
    on mrr.subscription_id = subscriptions.subscription_id
