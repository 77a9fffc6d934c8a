{{ config(meta={
    'symptom': 'In the discount report a coupon takes off another share of the list price than it promises.',
    'business': 'A 20 percent coupon shows up as something else in the discount report.'
}) }}

select
    discounts.month_start,
    discounts.coupon_id,
    discounts.discount_share,
    coupons.percent_off
from {{ ref('rpt_discounts') }} as discounts
inner join {{ ref('stg_billing__coupons') }} as coupons
    on discounts.coupon_id = coupons.coupon_id
where abs(discounts.discount_share - coupons.percent_off / 100.0) > 0.001
