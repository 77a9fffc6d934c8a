{{ config(meta={
    'symptom': "People who were invited by colleagues count as sign-ups.",
    'business': "Sign-up conversion exploded; it seems to count invitations.",
}) }}

select attributed.user_id
from {{ ref('fct_attributed_signups') }} as attributed
inner join {{ ref('stg_app__users') }} as users
    on attributed.user_id = users.user_id
where users.signup_source = 'invite'
