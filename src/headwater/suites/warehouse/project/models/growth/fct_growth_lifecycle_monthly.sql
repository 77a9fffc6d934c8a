{%- set states = ['unborn', 'new', 'activated', 'engaged', 'drifting', 'dormant', 'resurrected', 'gone'] -%}

-- The lifecycle of an account by month, by what it does. What it pays is a column and not a state: the customer team has stages
-- of paying customers (fct_customer_lifecycle_monthly), and growth cares for the free ones as well.
--
--   unborn       created, nobody has been there yet
--   new          first month with activity
--   activated    a workspace is activated (official definition) for the first time this month, and it is not the first month
--   engaged      active in this month and the last one
--   resurrected  active, but not last month, and had been before
--   drifting     not active this month, was last month
--   dormant      not active for two to six months
--   gone         not active for more than six months, or deleted. Deleted accounts have a last row in the month of the deletion
--
-- An account with servers that hide their counts looks unborn. Those rows are marked by `is_unseen`, and reports leave them out.

with accounts as (

    select
        account_id,
        segment,
        region,
        channel_group,
        motion,
        created_on,
        cohort_month,
        deleted_at
    from {{ ref('int_growth_accounts') }}

),

trends as (

    select
        account_id,
        month_start,
        active_days,
        user_days,
        peak_daily_users,
        deployment,
        last_active_month,
        activity_state
    from {{ ref('agg_account_activity_trends') }}

),

first_active as (

    select
        account_id,
        min(month_start) as first_active_month
    from trends
    where user_days > 0
    group by account_id

),

activations as (

    select
        account_id,
        min({{ month_start(date_add_days('created_on', var('activation_days'))) }}) as first_activated_month
    from {{ ref('fct_workspace_activation') }}
    where is_activated
    group by account_id

),

revenue as (

    select
        account_id,
        month_start,
        sum(mrr_usd) as mrr_usd,
        sum(seats) as seats
    from {{ ref('fct_account_mrr_monthly') }}
    group by account_id, month_start

),

hidden as (

    select
        account_id,
        {{ month_start('date_day') }} as month_start,
        count(*) as server_days,
        {{ count_where('has_counts') }} as counted_days
    from {{ ref('fct_server_daily_activity') }}
    where account_id is not null
    group by account_id, {{ month_start('date_day') }}

),

followed as (

    select
        trends.account_id,
        trends.month_start,
        accounts.segment,
        accounts.region,
        accounts.channel_group,
        accounts.motion,
        accounts.cohort_month,
        trends.active_days,
        trends.user_days,
        trends.peak_daily_users,
        trends.deployment,
        trends.last_active_month,
        lag(trends.user_days) over (partition by trends.account_id order by trends.month_start) as previous_user_days,
        first_active.first_active_month,
        activations.first_activated_month,
        coalesce(revenue.mrr_usd, 0) as mrr_usd,
        coalesce(revenue.seats, 0) as seats,
        coalesce(hidden.server_days > 0 and hidden.counted_days = 0 and trends.user_days = 0, false) as is_unseen,
        accounts.deleted_at is not null and {{ month_start('accounts.deleted_at') }} = trends.month_start as is_deleted_month
    from trends
    inner join accounts
        on trends.account_id = accounts.account_id
    left join first_active
        on trends.account_id = first_active.account_id
    left join activations
        on trends.account_id = activations.account_id
    left join revenue
        on trends.account_id = revenue.account_id
        and trends.month_start = revenue.month_start
    left join hidden
        on trends.account_id = hidden.account_id
        and trends.month_start = hidden.month_start

),

stated as (

    select
        *,
        {{ date_diff_months('last_active_month', 'month_start') }} as months_silent,
        case
            when is_deleted_month then 'gone'
            when first_active_month is null or month_start < first_active_month then 'unborn'
            when month_start = first_active_month then 'new'
            when user_days > 0 and month_start = first_activated_month then 'activated'
            when user_days > 0 and coalesce(previous_user_days, 0) > 0 then 'engaged'
            when user_days > 0 then 'resurrected'
            when {{ date_diff_months('last_active_month', 'month_start') }} <= 1 then 'drifting'
            when {{ date_diff_months('last_active_month', 'month_start') }} <= 6 then 'dormant'
            else 'gone'
        end as lifecycle_state
    from followed

),

transitions as (

    select
        *,
        lag(lifecycle_state) over (partition by account_id order by month_start) as previous_state,
        lead(lifecycle_state) over (partition by account_id order by month_start) as next_state,
        case when lag(lifecycle_state) over (partition by account_id order by month_start) = lifecycle_state then 0 else 1 end as enters_state
    from stated

),

numbered as (

    select
        *,
        sum(enters_state) over (partition by account_id order by month_start rows between unbounded preceding and current row) as spell_number
    from transitions

)

select
    {{ surrogate_key(['account_id', 'month_start']) }} as lifecycle_id,
    account_id,
    month_start,
    segment,
    region,
    channel_group,
    motion,
    cohort_month,
    {{ date_diff_months('cohort_month', 'month_start') }} as age_months,
    lifecycle_state,
    previous_state,
    next_state,
    enters_state = 1 as enters_state,
    spell_number,
    row_number() over (partition by account_id, spell_number order by month_start) as months_in_state,
    {{ growth_engagement_band('active_days') }} as engagement_band,
    active_days,
    user_days,
    peak_daily_users,
    deployment,
    months_silent,
    is_unseen,
    mrr_usd,
    seats,
    mrr_usd > 0 as is_paying,
    -- what success calls a risk: money without use
    mrr_usd > 0 and lifecycle_state in ({% for state in states if state in ('drifting', 'dormant', 'gone') %}'{{ state }}'{{ ', ' if not loop.last }}{% endfor %}) as pays_unused
from numbered
