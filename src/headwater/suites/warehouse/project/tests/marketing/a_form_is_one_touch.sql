select touches.touch_id, forms.session_id
from {{ ref('stg_marketing__form_submissions') }} as forms
inner join {{ ref('fct_touches') }} as touches
    on touches.touch_id = {{ surrogate_key(["'session'", 'forms.session_id']) }}
