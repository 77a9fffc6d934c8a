{{ config(materialized='incremental', event_time='changed_at', unique_key='subscription_change_id', incremental_strategy='delete+insert') }}

-- What each change of a subscription did to what it is worth a month, at list price and the constant rate.
with states as (
    select * from {{ ref('int_subscription_states') }}
),

prices as (
    select * from {{ ref('int_prices_enriched') }}
),

subscriptions as (
    select * from {{ ref('dim_subscriptions') }}
),

valued as (
    select
        states.subscription_state_id,
        states.subscription_id,
        states.state_number,
        states.opened_by,
        states.status,
        states.valid_from,
        states.quantity,
        states.price_id,
        prices.plan_code,
        prices.unit_amount,
        prices.price_version,
        case
            when {{ is_recurring_status('states.status') }}
                then {{ usd_amount('prices.monthly_unit_amount * states.quantity', 'prices.constant_usd_per_unit') }}
            else {{ money('0') }}
        end as list_mrr_usd
    from states
    inner join prices
        on states.price_id = prices.price_id
),

compared as (
    select
        *,
        coalesce(lag(list_mrr_usd) over (partition by subscription_id order by state_number), 0) as previous_list_mrr_usd,
        lag(quantity) over (partition by subscription_id order by state_number) as previous_seats,
        lag(plan_code) over (partition by subscription_id order by state_number) as previous_plan_code,
        lag(price_version) over (partition by subscription_id order by state_number) as previous_price_version
    from valued
)

select
    compared.subscription_state_id as subscription_change_id,
    compared.subscription_id,
    subscriptions.account_id,
    subscriptions.workspace_id,
    compared.opened_by as change_type,
    {{ to_date('compared.valid_from') }} as changed_on,
    compared.valid_from as changed_at,
    compared.status,
    compared.plan_code,
    compared.previous_plan_code,
    compared.quantity as seats,
    compared.previous_seats,
    compared.list_mrr_usd,
    {{ money('compared.previous_list_mrr_usd') }} as previous_list_mrr_usd,
    {{ money('compared.list_mrr_usd - compared.previous_list_mrr_usd') }} as list_mrr_change_usd,
    -- the same plan at a newer price: an increase that reached a customer. Who comes back at today's price is not one.
    coalesce(
        compared.plan_code = compared.previous_plan_code
            and compared.price_version > compared.previous_price_version
            and compared.opened_by <> 'reactivated',
        false
    ) as is_price_increase
from compared
inner join subscriptions
    on compared.subscription_id = subscriptions.subscription_id
{%- if is_incremental() %}
-- events come a day late at most, and one that comes late changes what follows it
where compared.valid_from >= (select {{ date_add_days('max(changed_at)', -10) }} from {{ this }})
{%- endif %}
