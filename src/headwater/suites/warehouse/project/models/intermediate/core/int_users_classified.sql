-- Who is a person at a customer, and who is a bot, a tester or staff.
with users as (

    select * from {{ ref('stg_app__users') }}

),

domains as (

    select * from {{ ref('map_email_domains') }}

)

select
    users.user_id,
    users.email,
    users.email_domain,
    users.signup_source,
    users.signup_anonymous_id,
    users.locale,
    users.time_zone,
    users.is_bot,
    coalesce(domains.kind = 'test', false) as is_test_user,
    coalesce(domains.kind = 'staff', false) as is_staff,
    coalesce(domains.kind = 'personal', false) as has_personal_email,
    not users.is_bot and coalesce(domains.kind, 'company') not in ('test', 'staff') as is_person,
    users.created_at,
    users.deleted_at
from users
left join domains
    on users.email_domain = domains.email_domain
