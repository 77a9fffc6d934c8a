-- What coupons cost by month and coupon, and how much of the list price they take off what they apply to.
with discounts as (
    select * from {{ ref('fct_discounts_monthly') }}
)

select
    month_start,
    coupon_id,
    count(*) as subscriptions,
    {{ money('sum(list_mrr_usd)') }} as list_mrr_usd,
    {{ money('sum(discount_usd)') }} as discount_usd,
    {{ safe_divide('sum(discount_usd)', 'sum(list_mrr_usd)') }} as discount_share
from discounts
group by month_start, coupon_id
