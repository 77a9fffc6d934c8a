{{ config(materialized='table') }}

-- sign-ups by month and channel, first version: the channel of the last visit before the sign-up, or what the user's record says where
-- there was no visit. everybody who has a record counts, also those who were invited (channel 'invite').
with users as (

    select
        user_id,
        user_kind,
        signup_src,
        created_dt,
        created_month
    from {{ ref('base_users') }}
    where user_kind = 'person'

),

origins as (

    select
        user_id,
        signup_anonymous_id,
        created_at
    from {{ ref('stg_app__users') }}

),

visits_before as (

    select
        origins.user_id,
        visits.channel,
        row_number() over (
            partition by origins.user_id order by visits.started_at desc, visits.session_id desc
        ) as visits_back
    from origins
    inner join {{ ref('gr_visits') }} as visits
        on origins.signup_anonymous_id = visits.anonymous_id
        and visits.started_at <= origins.created_at

),

last_visits as (

    select * from visits_before
    where visits_back = 1

),

classified as (

    select
        users.user_id,
        users.created_month as month,
        case
            when users.signup_src = 'invite' then 'invite'
            when last_visits.channel is not null then last_visits.channel
            when users.signup_src = 'paid' then 'paid'
            when users.signup_src = 'partner' then 'partner'
            when users.signup_src = 'sales' then 'sales'
            else 'direct'
        end as channel
    from users
    left join last_visits on users.user_id = last_visits.user_id

),

final as (

    select
        month,
        channel,
        cast(count(*) as decimal(18, 4)) as signups
    from classified
    group by month, channel

)

select * from final
