with signed_up as (
    select distinct signup_anonymous_id as anonymous_id
    from {{ ref('stg_app__users') }}
    where signup_anonymous_id is not null
        and not is_bot
        and email is not null
        and not {{ is_own_email('email') }}
),

browsers as (
    select
        anonymous_id,
        email,
        row_number() over (partition by anonymous_id order by created_at, email) as lead_number
    from {{ ref('stg_crm__leads') }}
    where anonymous_id is not null
        and email is not null
        and not is_deleted
        and not {{ is_own_email('email') }}
)

select touches.touch_id, browsers.email, people.email as touch_email
from {{ ref('fct_touches') }} as touches
inner join browsers
    on touches.anonymous_id = browsers.anonymous_id
    and browsers.lead_number = 1
left join signed_up
    on touches.anonymous_id = signed_up.anonymous_id
inner join {{ ref('int_people') }} as people
    on touches.person_id = people.person_id
where touches.touch_type = 'session'
    and signed_up.anonymous_id is null
    and people.email <> browsers.email
