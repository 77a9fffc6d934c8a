select sessions.session_id, signups.user_id
from {{ ref('fct_web_sessions') }} as sessions
inner join {{ ref('int_signups') }} as signups
    on sessions.anonymous_id = signups.anonymous_id
where sessions.person_id is null
