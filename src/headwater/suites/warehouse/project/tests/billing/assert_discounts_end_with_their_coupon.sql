with applied as (
    select
        subscription_id,
        coupon_id,
        count(*) as months
    from {{ ref('fct_discounts_monthly') }}
    group by subscription_id, coupon_id
)

select
    applied.subscription_id,
    applied.coupon_id,
    applied.months,
    coupons.duration_months
from applied
inner join {{ ref('stg_billing__coupons') }} as coupons
    on applied.coupon_id = coupons.coupon_id
where applied.months > coupons.duration_months
