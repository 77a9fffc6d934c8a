with deliveries as (

    {{ deduplicate(source('marketing', 'webinar_registrations'), 'registration_id', '_loaded_at desc, registered_at') }}

)

select
    {{ nullif_blank('registration_id') }} as registration_id,
    {{ nullif_blank('webinar') }} as webinar_name,
    {{ normalise_email('email') }} as email,
    registered_at,
    {{ is_true('attended') }} as has_attended,
    coalesce(minutes_attended, 0) as minutes_attended,
    held_on,
    _loaded_at as loaded_at
from deliveries
