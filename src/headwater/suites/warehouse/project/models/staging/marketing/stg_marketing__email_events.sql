with deliveries as (

    {{ deduplicate(source('marketing', 'email_events'), 'event_id', '_loaded_at desc, occurred_at') }}

)

select
    {{ nullif_blank('event_id') }} as email_event_id,
    {{ normalise_email('email') }} as email,
    {{ nullif_blank('campaign_name') }} as campaign_name,
    lower({{ nullif_blank('event_type') }}) as event_type,
    occurred_at,
    _loaded_at as loaded_at
from deliveries
