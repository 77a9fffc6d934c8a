{{ config(meta={
    'symptom': "A visit on which a form was sent counts as two touches.",
    'business': "Channels with forms get double credit.",
}) }}

select touches.touch_id, forms.session_id
from {{ ref('stg_marketing__form_submissions') }} as forms
inner join {{ ref('fct_touches') }} as touches
    on touches.touch_id = {{ surrogate_key(["'session'", 'forms.session_id']) }}
