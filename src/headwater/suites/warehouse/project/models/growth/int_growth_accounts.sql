{%- set firsts = ['signed_up', 'workspace', 'active', 'invited', 'trial', 'paid'] -%}

-- growth's account table: everything that happens once in the life of an account, when it happened, and where the account
-- came from. One row for each reportable account. Read by nearly everything in this folder, so it stays a table.
--
-- 2022-03  first version, for the activation project
-- 2023-08  channel is the account's, not the user's: half of the accounts have more than one person who signed up
-- 2024-05  `motion` replaces `is_self_serve`; the old column stays until the lifecycle mails are moved

with accounts as (

    select
        account_id,
        account_name,
        segment,
        region,
        industry,
        country_code,
        created_at,
        created_on,
        deleted_at,
        crm_account_id
    from {{ ref('dim_accounts') }}
    where is_reportable

),

-- the person who brought the account: first of those who signed up by themselves
signups as (

    select
        account_id,
        user_id,
        signed_up_at,
        signup_source,
        anonymous_id,
        row_number() over (partition by account_id order by signed_up_at, user_id) as signup_number
    from {{ ref('int_signups') }}
    where account_id is not null

),

first_signups as (

    select * from signups
    where signup_number = 1

),

signup_counts as (

    select
        account_id,
        count(*) as self_signups
    from signups
    group by account_id

),

-- marketing's position-based weights decide the channel: the one with most weight, the first in marketing's order of ties
signup_channels as (

    select
        attributed.account_id,
        attributed.channel,
        sum(attributed.weight) as weight,
        max(channels.sort_order) as sort_order
    from {{ ref('fct_attributed_signups') }} as attributed
    left join {{ ref('dim_channels') }} as channels
        on attributed.channel = channels.channel
    where attributed.attribution_model = 'position_based'
        and attributed.is_first_of_account
        and attributed.account_id is not null
    group by attributed.account_id, attributed.channel

),

main_channels as (

    {{ deduplicate('signup_channels', 'account_id', 'weight desc, sort_order, channel') }}

),

workspaces as (

    select
        account_id,
        min(created_at) as first_workspace_at,
        count(*) as workspaces,
        {{ count_where('deleted_at is null') }} as workspaces_alive,
        max(case when is_first_of_account then workspace_id end) as first_workspace_id,
        max(case when is_first_of_account then region end) as first_workspace_region
    from {{ ref('dim_workspaces') }}
    where is_reportable
    group by account_id

),

activity as (

    select
        account_id,
        min(date_day) as first_active_on,
        max(date_day) as last_active_on,
        count(distinct date_day) as active_days
    from {{ ref('fct_account_daily_activity') }}
    where active_users > 0
    group by account_id

),

invitations as (

    select
        account_id,
        min(sent_at) as first_invited_at,
        count(*) as invitations,
        {{ count_where("outcome = 'accepted'") }} as invitations_accepted
    from {{ ref('fct_invitations') }}
    group by account_id

),

trials as (

    select
        account_id,
        min(started_at) as first_trial_at,
        count(*) as trials,
        {{ count_where("outcome = 'converted'") }} as trials_converted
    from {{ ref('fct_workspace_trials') }}
    group by account_id

),

payments as (

    select
        account_id,
        min(case when mrr_usd > 0 then month_start end) as first_paid_month,
        max(case when mrr_usd > 0 then month_start end) as last_paid_month,
        max(case when product_line = 'self_managed' and mrr_usd > 0 then 1 else 0 end) as has_paid_for_servers,
        max(case when product_line = 'cloud' and mrr_usd > 0 then 1 else 0 end) as has_paid_for_cloud
    from {{ ref('fct_account_mrr_monthly') }}
    group by account_id

),

first_revenue as (

    select
        mrr.account_id,
        sum(mrr.mrr_usd) as first_mrr_usd,
        sum(mrr.seats) as first_seats
    from {{ ref('fct_account_mrr_monthly') }} as mrr
    inner join payments
        on mrr.account_id = payments.account_id
        and mrr.month_start = payments.first_paid_month
    group by mrr.account_id

),

bookings as (

    select
        account_id,
        min(booked_on) as first_booked_on,
        count(*) as bookings
    from {{ ref('fct_bookings') }}
    where account_id is not null
        and booking_type <> 'renewal'
    group by account_id

),

joined as (

    select
        accounts.*,
        first_signups.user_id as first_signup_user_id,
        first_signups.signed_up_at as first_signed_up_at,
        first_signups.signup_source,
        first_signups.anonymous_id,
        coalesce(signup_counts.self_signups, 0) as self_signups,
        coalesce(main_channels.channel, 'unattributed') as channel,
        workspaces.first_workspace_id,
        workspaces.first_workspace_region,
        workspaces.first_workspace_at,
        coalesce(workspaces.workspaces, 0) as workspaces,
        coalesce(workspaces.workspaces_alive, 0) as workspaces_alive,
        cast(activity.first_active_on as timestamp) as first_active_at,
        activity.last_active_on,
        coalesce(activity.active_days, 0) as active_days,
        invitations.first_invited_at,
        coalesce(invitations.invitations, 0) as invitations,
        coalesce(invitations.invitations_accepted, 0) as invitations_accepted,
        trials.first_trial_at,
        coalesce(trials.trials, 0) as trials,
        coalesce(trials.trials_converted, 0) as trials_converted,
        -- revenue is known by month: the first day of the month stands for the moment, which can be before the sign-up
        case when payments.first_paid_month is not null
            then greatest(cast(payments.first_paid_month as timestamp), accounts.created_at)
        end as first_paid_at,
        payments.first_paid_month,
        payments.last_paid_month,
        coalesce(payments.has_paid_for_servers, 0) = 1 as has_paid_for_servers,
        coalesce(payments.has_paid_for_cloud, 0) = 1 as has_paid_for_cloud,
        coalesce(first_revenue.first_mrr_usd, 0) as first_mrr_usd,
        coalesce(first_revenue.first_seats, 0) as first_seats,
        bookings.first_booked_on,
        coalesce(bookings.bookings, 0) as bookings
    from accounts
    left join first_signups
        on accounts.account_id = first_signups.account_id
    left join signup_counts
        on accounts.account_id = signup_counts.account_id
    left join main_channels
        on accounts.account_id = main_channels.account_id
    left join workspaces
        on accounts.account_id = workspaces.account_id
    left join activity
        on accounts.account_id = activity.account_id
    left join invitations
        on accounts.account_id = invitations.account_id
    left join trials
        on accounts.account_id = trials.account_id
    left join payments
        on accounts.account_id = payments.account_id
    left join first_revenue
        on accounts.account_id = first_revenue.account_id
    left join bookings
        on accounts.account_id = bookings.account_id

)

select
    account_id,
    account_name,
    segment,
    region,
    industry,
    country_code,
    crm_account_id,
    created_at,
    created_on,
    {{ month_start('created_at') }} as cohort_month,
    {{ fiscal_quarter('created_at') }} as cohort_fiscal_quarter,
    deleted_at,
    first_signup_user_id,
    signup_source,
    anonymous_id,
    self_signups,
    channel,
    {{ growth_channel_group('channel') }} as channel_group,
    case
        when first_booked_on is not null and (first_paid_month is null or {{ month_start('first_booked_on') }} <= first_paid_month) then 'sales-led'
        when first_paid_month is not null and first_booked_on is not null then 'hybrid'
        when self_signups > 0 then 'self-serve'
        when has_paid_for_servers then 'sales-led'
        else 'invited'
    end as motion,
    -- TODO(growth): drop when the lifecycle mails read `motion`
    self_signups > 0 and first_booked_on is null as is_self_serve,
    first_workspace_id,
    first_workspace_region,
    workspaces,
    workspaces_alive,
    active_days,
    last_active_on,
    invitations,
    invitations_accepted,
    trials,
    trials_converted,
    first_paid_month,
    last_paid_month,
    has_paid_for_servers,
    has_paid_for_cloud,
    first_mrr_usd,
    first_seats,
    first_booked_on,
    bookings
    {%- for first in firsts %},
    first_{{ first }}_at
    {%- endfor %}
    {%- for first in firsts if first != 'signed_up' %},
    {{ growth_days_to('created_at', 'first_' ~ first ~ '_at') }} as days_to_{{ first }}
    {%- endfor %}
from joined
