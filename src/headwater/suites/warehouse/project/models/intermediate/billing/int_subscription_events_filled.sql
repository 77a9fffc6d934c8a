-- Events say only what they change. Here every event carries the whole state that it leaves: status, price and seats,
-- each taken from the last event that said something about it. The provider tells when a payment failed but not when the
-- next try got it: that moment comes from dunning, unless the subscription was canceled in between.
with provider_events as (
    select
        subscription_event_id,
        subscription_id,
        event_type,
        price_id,
        quantity,
        previous_price_id,
        previous_quantity,
        occurred_at
    from {{ ref('stg_billing__subscription_events') }}
),

recoveries as (
    select
        episodes.invoice_id,
        episodes.subscription_id,
        episodes.recovered_at
    from {{ ref('int_dunning_episodes') }} as episodes
    left join provider_events
        on episodes.subscription_id = provider_events.subscription_id
        and provider_events.event_type = 'canceled'
        and provider_events.occurred_at between episodes.opened_at and episodes.recovered_at
    where episodes.outcome = 'recovered'
        and episodes.subscription_id is not null
        and provider_events.subscription_event_id is null
),

events as (
    select * from provider_events
    union all
    select
        'recovery_' || invoice_id as subscription_event_id,
        subscription_id,
        'payment_recovered' as event_type,
        cast(null as varchar) as price_id,
        cast(null as integer) as quantity,
        cast(null as varchar) as previous_price_id,
        cast(null as integer) as previous_quantity,
        recovered_at as occurred_at
    from recoveries
),

subscriptions as (
    select * from {{ ref('stg_billing__subscriptions') }}
),

numbered as (
    select
        events.*,
        {{ status_after_event('events.event_type', 'subscriptions.trial_ends_at > subscriptions.started_at') }} as status_change,
        row_number() over (
            partition by events.subscription_id
            order by events.occurred_at, case events.event_type when 'created' then 0 else 1 end, events.subscription_event_id
        ) as event_number
    from events
    inner join subscriptions
        on events.subscription_id = subscriptions.subscription_id
),

grouped as (
    select
        *,
        count(status_change) over (partition by subscription_id order by event_number rows unbounded preceding) as status_group,
        count(price_id) over (partition by subscription_id order by event_number rows unbounded preceding) as price_group,
        count(quantity) over (partition by subscription_id order by event_number rows unbounded preceding) as quantity_group
    from numbered
)

select
    subscription_event_id,
    subscription_id,
    event_number,
    event_type,
    occurred_at,
    max(status_change) over (partition by subscription_id, status_group) as status,
    max(price_id) over (partition by subscription_id, price_group) as price_id,
    max(quantity) over (partition by subscription_id, quantity_group) as quantity,
    previous_price_id,
    previous_quantity
from grouped
