select anonymous_id
from {{ ref('fct_web_sessions') }}
group by anonymous_id
having min(session_number) <> 1 or max(session_number) <> count(*)
