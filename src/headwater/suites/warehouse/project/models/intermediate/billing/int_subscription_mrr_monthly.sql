{{ config(materialized='table') }}

-- What a cloud subscription is worth a month, by the state in which each month ends: seats times the price of a month,
-- less the coupon, at the constant rate. Self-managed subscriptions are left out: their licences count
-- (int_license_mrr_monthly), and a customer who has both pays once.
with months as (
    {{ months_of_history() }}
),

states as (
    select * from {{ ref('int_subscription_states') }}
),

prices as (
    select * from {{ ref('int_prices_enriched') }}
),

discounts as (
    select * from {{ ref('int_subscription_discounts') }}
),

subscriptions as (
    select * from {{ ref('stg_billing__subscriptions') }}
),

customers as (
    select * from {{ ref('int_billing_customer_accounts') }}
),

priced as (
    select
        states.subscription_id,
        months.month_start,
        subscriptions.customer_id,
        customers.account_id,
        subscriptions.workspace_id,
        states.status,
        states.price_id,
        prices.product_line,
        prices.plan_code,
        prices.billing_interval,
        prices.currency,
        prices.constant_usd_per_unit,
        states.quantity as seats,
        coalesce(discounts.percent_off, 0) as percent_off,
        {{ money('prices.monthly_unit_amount * states.quantity') }} as list_mrr
    from months
    inner join states
        on {{ is_effective_on('months.month_end', 'states.valid_from', 'states.valid_to') }}
    inner join prices
        on states.price_id = prices.price_id
    inner join subscriptions
        on states.subscription_id = subscriptions.subscription_id
    inner join customers
        on subscriptions.customer_id = customers.customer_id
    left join discounts
        on states.subscription_id = discounts.subscription_id
        and months.month_end >= discounts.discount_starts_on
        and (discounts.discount_ends_on is null or months.month_end < discounts.discount_ends_on)
    where {{ is_recurring_status('states.status') }}
        and prices.product_line <> 'self_managed'
        and prices.billing_interval <> 'one_time'
),

discounted as (
    select
        *,
        {{ discounted('list_mrr', 'percent_off') }} as mrr
    from priced
)

select
    subscription_id,
    month_start,
    customer_id,
    account_id,
    workspace_id,
    status,
    price_id,
    product_line,
    plan_code,
    billing_interval,
    currency,
    seats,
    percent_off,
    list_mrr,
    mrr,
    {{ usd_amount('list_mrr', 'constant_usd_per_unit') }} as list_mrr_usd,
    {{ usd_amount('mrr', 'constant_usd_per_unit') }} as mrr_usd
from discounted
