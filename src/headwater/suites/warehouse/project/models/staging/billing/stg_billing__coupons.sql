with source as (
    select * from {{ source('billing', 'coupons') }}
),

latest as (
    {{ deduplicate('source', 'id', '_loaded_at desc, valid_from desc') }}
)

select
    id as coupon_id,
    cast(percent_off as decimal(9, 4)) as percent_off,
    duration_months,
    {{ epoch_to_timestamp('valid_from') }} as valid_from,
    {{ epoch_to_timestamp('redeem_by') }} as redeem_by,
    _loaded_at as loaded_at
from latest
