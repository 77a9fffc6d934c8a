-- Subscriptions with their life so far, from their history rather than from the provider's row of today.
with subscriptions as (
    select * from {{ ref('stg_billing__subscriptions') }}
),

customers as (
    select * from {{ ref('int_billing_customer_accounts') }}
),

states as (
    select * from {{ ref('int_subscription_states') }}
),

current_states as (
    select * from states
    where valid_to is null
),

lives as (
    select
        subscription_id,
        min(case when status in ('active', 'past_due') then valid_from end) as first_paid_at,
        {{ count_where("opened_by = 'reactivated'") }} as reactivations,
        {{ count_where("opened_by = 'payment_failed'") }} as payment_failures,
        max(state_number) as states
    from states
    group by subscription_id
),

items as (
    select
        subscription_id,
        count(*) as prices_ever,
        {{ sum_where('removed_at is null', 'quantity') }} as billed_seats
    from {{ ref('stg_billing__subscription_items') }}
    group by subscription_id
),

prices as (
    select * from {{ ref('int_prices_enriched') }}
)

select
    subscriptions.subscription_id,
    subscriptions.customer_id,
    customers.account_id,
    subscriptions.workspace_id,
    current_states.status,
    prices.plan_code,
    prices.product_line,
    prices.billing_interval,
    prices.currency,
    current_states.quantity as seats,
    subscriptions.coupon_id,
    {{ to_date('subscriptions.started_at') }} as started_on,
    {{ to_date('subscriptions.trial_ends_at') }} as trial_ends_on,
    {{ to_date('lives.first_paid_at') }} as first_paid_on,
    case when current_states.status = 'canceled' then {{ to_date('current_states.valid_from') }} end as canceled_on,
    subscriptions.trial_ends_at > subscriptions.started_at as began_with_trial,
    subscriptions.trial_ends_at > subscriptions.started_at and lives.first_paid_at is not null as converted_from_trial,
    subscriptions.cancels_at_period_end,
    lives.reactivations,
    lives.payment_failures,
    lives.states,
    coalesce(items.prices_ever, 0) as prices_ever,
    -- what the provider bills today; zero for those that ended
    coalesce(items.billed_seats, 0) as billed_seats
from subscriptions
inner join customers
    on subscriptions.customer_id = customers.customer_id
left join current_states
    on subscriptions.subscription_id = current_states.subscription_id
left join lives
    on subscriptions.subscription_id = lives.subscription_id
left join items
    on subscriptions.subscription_id = items.subscription_id
left join prices
    on current_states.price_id = prices.price_id
