-- Registrations, once a person and webinar; who came for less than five minutes did not attend.
with registrations as (

    select * from {{ ref('stg_marketing__webinar_registrations') }}
    where email is not null
        and not {{ is_own_email('email') }}

),

grouped as (

    select
        webinar_name,
        held_on,
        email,
        min(registered_at) as registered_at,
        max(case when has_attended then 1 else 0 end) = 1 as was_present,
        max(minutes_attended) as minutes_attended,
        count(*) as registrations
    from registrations
    group by webinar_name, held_on, email

)

select
    {{ surrogate_key(['webinar_name', 'held_on', 'email']) }} as attendance_id,
    webinar_name,
    held_on,
    email,
    registered_at,
    was_present and minutes_attended >= {{ var('webinar_minutes', 5) }} as has_attended,
    minutes_attended,
    registrations
from grouped
