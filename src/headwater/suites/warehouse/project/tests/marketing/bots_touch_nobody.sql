select touches.touch_id, sessions.session_id
from {{ ref('stg_marketing__web_sessions') }} as sessions
inner join {{ ref('fct_touches') }} as touches
    on touches.touch_id = {{ surrogate_key(["'session'", 'sessions.session_id']) }}
where sessions.is_flagged_bot
