-- Who is at an account: people, guests, and how many of them belong to other companies. Sales looks here for agencies
-- that could become partners.
with people as (

    select * from {{ ref('brg_account_users') }}

),

accounts as (

    select * from {{ ref('dim_accounts') }}
    where is_reportable and not is_deleted

)

select
    accounts.account_id,
    accounts.account_name,
    accounts.segment,
    count(people.user_id) as people_ever,
    {{ count_where('people.is_current') }} as people_now,
    {{ count_where('people.is_current and people.is_only_guest') }} as guests_now,
    {{ count_where('people.is_current and not people.is_home_account') }} as people_of_other_companies,
    min(people.first_joined_at) as first_joined_at
from accounts
left join people
    on accounts.account_id = people.account_id
group by accounts.account_id, accounts.account_name, accounts.segment
