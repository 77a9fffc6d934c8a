-- The yearly terms of subscriptions that are billed by the year: each begins with the subscription, its reactivation or a
-- renewal, and is due a year later. What came next says how it ended. Those of self-managed contracts are left out: their
-- licences have terms of their own (int_license_terms).
with states as (
    select * from {{ ref('int_subscription_states') }}
),

prices as (
    select * from {{ ref('int_prices_enriched') }}
),

openings as (
    select
        states.subscription_id,
        states.state_number,
        states.opened_by,
        {{ to_date('states.valid_from') }} as starts_on,
        states.quantity as seats,
        {{ money('prices.unit_amount * states.quantity') }} as annual_value,
        prices.constant_usd_per_unit,
        prices.plan_code,
        prices.billing_interval,
        prices.product_line,
        states.status
    from states
    inner join prices
        on states.price_id = prices.price_id
),

starts as (
    select
        *,
        row_number() over (partition by subscription_id order by state_number) as term_number
    from openings
    where billing_interval = 'year'
        and product_line <> 'self_managed'
        and status in ('active', 'past_due')
        and opened_by in ('created', 'trial_converted', 'renewed', 'reactivated')
),

cancellations as (
    select
        subscription_id,
        {{ to_date('valid_from') }} as canceled_on
    from states
    where status = 'canceled'
),

followed as (
    select
        starts.*,
        lead(starts_on) over (partition by subscription_id order by term_number) as next_starts_on,
        lead(seats) over (partition by subscription_id order by term_number) as next_seats,
        lead(annual_value) over (partition by subscription_id order by term_number) as next_annual_value
    from starts
),

dated as (
    select
        *,
        {{ day_before(to_date(date_add_months('starts_on', 12))) }} as due_on
    from followed
)

select
    {{ surrogate_key(['dated.subscription_id', 'dated.term_number']) }} as subscription_term_id,
    dated.subscription_id,
    dated.term_number,
    dated.starts_on,
    dated.due_on,
    dated.plan_code,
    dated.seats,
    {{ usd_amount('dated.annual_value', 'dated.constant_usd_per_unit') }} as annual_value_usd,
    dated.next_starts_on,
    dated.next_seats,
    {{ usd_amount('dated.next_annual_value', 'dated.constant_usd_per_unit') }} as next_annual_value_usd,
    min(cancellations.canceled_on) as canceled_on
from dated
left join cancellations
    on dated.subscription_id = cancellations.subscription_id
    and cancellations.canceled_on > dated.starts_on
    and (dated.next_starts_on is null or cancellations.canceled_on < dated.next_starts_on)
group by
    dated.subscription_id,
    dated.term_number,
    dated.starts_on,
    dated.due_on,
    dated.plan_code,
    dated.seats,
    dated.annual_value,
    dated.constant_usd_per_unit,
    dated.next_starts_on,
    dated.next_seats,
    dated.next_annual_value
