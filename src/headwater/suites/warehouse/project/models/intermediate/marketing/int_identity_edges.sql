-- Everything that ever tied an anonymous visitor to an address. Our own addresses and bots tie nothing.
with forms as (

    select
        anonymous_id,
        email,
        'form' as evidence,
        submitted_at as observed_at
    from {{ ref('stg_marketing__form_submissions') }}

),

leads as (

    select
        anonymous_id,
        email,
        'lead' as evidence,
        created_at as observed_at
    from {{ ref('stg_crm__leads') }}
    where not is_deleted

),

signups as (

    select
        signup_anonymous_id as anonymous_id,
        email,
        'signup' as evidence,
        created_at as observed_at
    from {{ ref('stg_app__users') }}
    where not is_bot

),

edges as (

    select * from forms
    union all
    select * from leads
    union all
    select * from signups

)

select
    anonymous_id,
    email,
    evidence,
    case evidence when 'signup' then 1 when 'lead' then 2 else 3 end as trust,
    min(observed_at) as first_observed_at,
    count(*) as observations
from edges
where anonymous_id is not null
    and email is not null
    and not {{ is_own_email('email') }}
group by anonymous_id, email, evidence
