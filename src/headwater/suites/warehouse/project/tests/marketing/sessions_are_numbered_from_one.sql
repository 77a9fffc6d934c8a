{{ config(meta={
    'symptom': "Visits of a visitor are not numbered one after the other.",
    'business': "New visitors fell to zero on the traffic page.",
}) }}

select anonymous_id
from {{ ref('fct_web_sessions') }}
group by anonymous_id
having min(session_number) <> 1 or max(session_number) <> count(*)
