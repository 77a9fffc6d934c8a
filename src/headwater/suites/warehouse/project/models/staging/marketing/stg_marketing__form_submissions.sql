with deliveries as (

    {{ deduplicate(source('marketing', 'form_submissions'), 'submission_id', '_loaded_at desc, submitted_at') }}

)

select
    {{ nullif_blank('submission_id') }} as submission_id,
    {{ nullif_blank('anonymous_id') }} as anonymous_id,
    {{ nullif_blank('session_id') }} as session_id,
    lower({{ nullif_blank('form') }}) as form,
    {{ normalise_email('email') }} as email,
    submitted_at,
    _loaded_at as loaded_at
from deliveries
