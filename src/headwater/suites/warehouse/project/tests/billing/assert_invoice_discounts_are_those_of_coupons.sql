select
    lines.invoice_line_id,
    lines.list_amount,
    lines.discount_amount
from {{ ref('fct_invoice_lines') }} as lines
left join {{ ref('stg_billing__coupons') }} as coupons
    on abs(lines.list_amount * coupons.percent_off / 100 - lines.discount_amount) <= 1
where not lines.is_proration
    and abs(lines.discount_amount) > 1
    and coupons.coupon_id is null
