-- Flags that come from billing: failed payments, fewer seats, a renewal that is near while the account is not green.
select
    billing.account_id,
    billing.month_start,
    'payment_trouble' as flag,
    cast(billing.dunnings_3m as decimal(18, 4)) as evidence
from {{ ref('int_cs_billing_trouble_monthly') }} as billing
inner join {{ ref('int_cs_account_months') }} as spine
    on billing.account_id = spine.account_id
    and billing.month_start = spine.month_start
where spine.is_paying
    and billing.dunnings_3m >= 2

union all

select
    account_id,
    month_start,
    'seat_cut' as flag,
    cast(seats - previous_seats as decimal(18, 4)) as evidence
from {{ ref('int_cs_account_months') }}
where is_paying
    and previous_mrr_usd > 0
    and seats <= 0.8 * previous_seats

union all

select
    clock.account_id,
    clock.month_start,
    'renewal_unready' as flag,
    cast(clock.days_to_due as decimal(18, 4)) as evidence
from {{ ref('int_cs_contract_clock') }} as clock
inner join {{ ref('fct_cs_health_scores') }} as scores
    on clock.account_id = scores.account_id
    and clock.month_start = scores.month_start
where scores.is_paying
    and clock.days_to_due <= 120
    and scores.band = 'red'
