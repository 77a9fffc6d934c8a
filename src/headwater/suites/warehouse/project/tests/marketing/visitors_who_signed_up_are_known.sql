{{ config(meta={
    'symptom': "Visits of people who later signed up are anonymous.",
    'business': "The share of identified traffic dropped to nearly nothing.",
}) }}

select sessions.session_id, signups.user_id
from {{ ref('fct_web_sessions') }} as sessions
inner join {{ ref('int_signups') }} as signups
    on sessions.anonymous_id = signups.anonymous_id
where sessions.person_id is null
