-- For how long a subscription's coupon takes something off. Its months count from the first day that is paid for, not from
-- the trial. A coupon without duration holds as long as the subscription.
with subscriptions as (
    select * from {{ ref('stg_billing__subscriptions') }}
),

coupons as (
    select * from {{ ref('stg_billing__coupons') }}
),

first_paid as (
    select
        subscription_id,
        {{ to_date('min(valid_from)') }} as first_paid_on
    from {{ ref('int_subscription_states') }}
    where {{ is_recurring_status('status') }}
    group by subscription_id
)

select
    subscriptions.subscription_id,
    coupons.coupon_id,
    coupons.percent_off,
    first_paid.first_paid_on as discount_starts_on,
    case
        when coupons.duration_months is null then null
        else {{ to_date(date_add_months('first_paid.first_paid_on', 'coupons.duration_months')) }}
    end as discount_ends_on
from subscriptions
inner join coupons
    on subscriptions.coupon_id = coupons.coupon_id
inner join first_paid
    on subscriptions.subscription_id = first_paid.subscription_id
