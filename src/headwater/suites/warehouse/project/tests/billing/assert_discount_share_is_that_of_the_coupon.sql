select
    discounts.month_start,
    discounts.coupon_id,
    discounts.discount_share,
    coupons.percent_off
from {{ ref('rpt_discounts') }} as discounts
inner join {{ ref('stg_billing__coupons') }} as coupons
    on discounts.coupon_id = coupons.coupon_id
where abs(discounts.discount_share - coupons.percent_off / 100.0) > 0.001
