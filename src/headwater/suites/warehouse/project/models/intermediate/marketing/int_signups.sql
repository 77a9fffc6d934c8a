-- Users who signed up by themselves: nobody invited them, and they are people.
with users as (

    select * from {{ ref('stg_app__users') }}
    where not is_bot
        and not {{ is_own_email('email') }}
        and coalesce(signup_source, 'organic') <> 'invite'
        and created_at < {{ as_of_end() }}

),

dim_users as (

    select * from {{ ref('dim_users') }}

)

select
    users.user_id,
    users.email,
    dim_users.account_id,
    users.created_at as signed_up_at,
    {{ to_date('users.created_at') }} as signed_up_on,
    users.signup_anonymous_id as anonymous_id,
    coalesce(users.signup_source, 'organic') as signup_source,
    row_number() over (
        partition by dim_users.account_id
        order by users.created_at, users.user_id
    ) = 1 as is_first_of_account
from users
left join dim_users
    on users.user_id = dim_users.user_id
