select
    subscriptions.subscription_id,
    subscriptions.status as status_in_history,
    provider.status as status_at_provider
from {{ ref('dim_subscriptions') }} as subscriptions
inner join {{ ref('stg_billing__subscriptions') }} as provider
    on subscriptions.subscription_id = provider.subscription_id
where (subscriptions.status = 'canceled') <> (provider.status = 'canceled')
    or (subscriptions.status = 'trialing') <> (provider.status = 'trialing')
