with signups as (
    select
        anonymous_id,
        email,
        row_number() over (partition by anonymous_id order by signed_up_at, email) as signup_number
    from {{ ref('int_signups') }}
    where anonymous_id is not null
)

select signups.anonymous_id, signups.email, people.email as stitched_email
from signups
inner join {{ ref('fct_web_sessions') }} as sessions
    on signups.anonymous_id = sessions.anonymous_id
inner join {{ ref('int_people') }} as people
    on sessions.person_id = people.person_id
where signups.signup_number = 1
    and people.email <> signups.email
