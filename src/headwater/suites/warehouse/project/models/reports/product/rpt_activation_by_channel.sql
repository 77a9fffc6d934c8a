-- Activation by the channel through which the account's owner signed up. Marketing and product look at it together.
with activation as (

    select * from {{ ref('fct_workspace_activation') }}
    where is_judged

),

accounts as (

    select * from {{ ref('dim_accounts') }}

),

users as (

    select * from {{ ref('dim_users') }}

)

select
    {{ fiscal_quarter('activation.cohort_month') }} as fiscal_quarter,
    {{ fiscal_quarter_start('activation.cohort_month') }} as fiscal_quarter_start,
    coalesce(users.signup_source, 'unknown') as signup_source,
    count(*) as workspaces,
    {{ count_where('activation.is_activated') }} as activated_workspaces,
    {{ safe_divide(count_where('activation.is_activated'), 'count(*)') }} as activation_rate,
    {{ median('activation.minutes_to_first_core') }} as median_minutes_to_first_core
from activation
inner join accounts
    on activation.account_id = accounts.account_id
left join users
    on accounts.owner_user_id = users.user_id
group by
    {{ fiscal_quarter('activation.cohort_month') }},
    {{ fiscal_quarter_start('activation.cohort_month') }},
    coalesce(users.signup_source, 'unknown')
