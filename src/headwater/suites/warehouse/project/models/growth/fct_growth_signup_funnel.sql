{%- set steps = ['visited', 'signed_up', 'joined_workspace', 'active', 'core_action', 'invited', 'returned', 'paid'] -%}
{%- set windows = [1, 7, 14, 30, 90] -%}
{%- set gates = {'active': 7, 'core_action': 14, 'invited': 30, 'returned': 30, 'paid': 90} -%}

-- The way of everybody who signed up by themselves, from the first visit to money. One row a person.
--
-- Steps are not forced into an order: people invite before they do anything, and pay before they invite. What is reported as
-- a funnel (agg_growth_funnel_monthly) closes the gaps; here each step stands for itself.
--
-- Windows: 1, 7, 14, 30 and 90 days from the sign-up, day 0 included. Only `is_mature_<n>` rows may go into a rate with that
-- window. The numbers of 2021 and 2022 in old decks were made with a window of 28 days and do not compare.

with signups as (

    select
        user_id,
        account_id,
        email,
        signed_up_at,
        signed_up_on,
        anonymous_id,
        signup_source,
        is_first_of_account
    from {{ ref('int_signups') }}

),

users as (

    select
        user_id,
        home_workspace_id,
        time_zone,
        has_personal_email,
        deleted_at,
        is_reportable
    from {{ ref('dim_users') }}

),

-- visits of the browser that signed up, up to ninety days back; what the person did in another browser is not known
visits as (

    select
        signups.user_id,
        count(*) as visits,
        min(sessions.started_at) as first_visit_at,
        sum(sessions.page_count) as pages,
        count(distinct sessions.channel) as channels,
        {{ count_where('sessions.is_paid') }} as paid_visits
    from signups
    inner join {{ ref('fct_web_sessions') }} as sessions
        on signups.anonymous_id = sessions.anonymous_id
        and sessions.started_at <= signups.signed_up_at
        and sessions.session_date >= {{ to_date(date_add_days('signups.signed_up_on', -90)) }}
    group by signups.user_id

),

last_visits as (

    select
        ranked.user_id,
        ranked.device,
        ranked.landing_path,
        ranked.channel as last_channel
    from (
        select
            signups.user_id,
            sessions.device,
            sessions.landing_path,
            sessions.channel,
            row_number() over (partition by signups.user_id order by sessions.started_at desc, sessions.session_id desc) as visit_rank
        from signups
        inner join {{ ref('fct_web_sessions') }} as sessions
            on signups.anonymous_id = sessions.anonymous_id
            and sessions.started_at <= signups.signed_up_at
            and sessions.session_date >= {{ to_date(date_add_days('signups.signed_up_on', -90)) }}
    ) as ranked
    where ranked.visit_rank = 1

),

memberships as (

    select
        user_id,
        min(joined_at) as joined_at,
        count(distinct workspace_id) as workspaces
    from {{ ref('int_membership_periods') }}
    group by user_id

),

activity as (

    select
        signups.user_id,
        min(case when days.is_active then days.first_event_at end) as first_active_at,
        min(case when days.core_events > 0 then days.first_event_at end) as first_core_at,
        -- a return is an active day that is not the day of the sign-up nor the one after it
        min(case when days.is_active and {{ date_diff_days('signups.signed_up_on', 'days.date_day') }} >= 2 then days.first_event_at end) as first_return_at
        {%- for window in windows %},
        count(distinct case
            when days.is_active and {{ date_diff_days('signups.signed_up_on', 'days.date_day') }} between 0 and {{ window }} then days.date_day
        end) as active_days_{{ window }}d
        {%- endfor %},
        {{ sum_where(date_diff_days('signups.signed_up_on', 'days.date_day') ~ ' between 0 and 30', 'days.core_events') }} as core_events_30d
    from signups
    inner join {{ ref('fct_user_daily_activity') }} as days
        on signups.user_id = days.user_id
    group by signups.user_id

),

invitations as (

    select
        inviter_user_id as user_id,
        min(sent_at) as first_invited_at,
        count(*) as invitations,
        {{ count_where("outcome = 'accepted'") }} as accepted
    from {{ ref('fct_invitations') }}
    group by inviter_user_id

),

paying as (

    select
        account_id,
        first_paid_at,
        first_paid_month,
        first_mrr_usd,
        motion
    from {{ ref('int_growth_accounts') }}

),

channels as (

    select
        user_id,
        channel,
        sum(weight) as weight
    from {{ ref('fct_attributed_signups') }}
    where attribution_model = 'position_based'
    group by user_id, channel

),

main_channels as (

    {{ deduplicate('channels', 'user_id', 'weight desc, channel') }}

),

steps as (

    select
        signups.user_id,
        signups.account_id,
        signups.signed_up_on,
        signups.signup_source,
        signups.is_first_of_account,
        users.has_personal_email,
        coalesce(main_channels.channel, 'unattributed') as channel,
        last_visits.device,
        last_visits.landing_path,
        last_visits.last_channel,
        coalesce(visits.visits, 0) as visits,
        coalesce(visits.pages, 0) as pages,
        coalesce(visits.paid_visits, 0) as paid_visits,
        coalesce(memberships.workspaces, 0) as workspaces,
        {%- for window in windows %}
        coalesce(activity.active_days_{{ window }}d, 0) as active_days_{{ window }}d,
        {%- endfor %}
        coalesce(activity.core_events_30d, 0) as core_events_30d,
        coalesce(invitations.invitations, 0) as invitations,
        coalesce(invitations.accepted, 0) as invitations_accepted,
        paying.motion,
        paying.first_mrr_usd,
        visits.first_visit_at as visited_at,
        signups.signed_up_at,
        memberships.joined_at as joined_workspace_at,
        activity.first_active_at as active_at,
        activity.first_core_at as core_action_at,
        invitations.first_invited_at as invited_at,
        activity.first_return_at as returned_at,
        -- only who brings the account gets its money, or accounts with ten sign-ups would pay ten times
        case when signups.is_first_of_account then paying.first_paid_at end as paid_at
    from signups
    inner join users
        on signups.user_id = users.user_id
    left join visits
        on signups.user_id = visits.user_id
    left join last_visits
        on signups.user_id = last_visits.user_id
    left join memberships
        on signups.user_id = memberships.user_id
    left join activity
        on signups.user_id = activity.user_id
    left join invitations
        on signups.user_id = invitations.user_id
    left join paying
        on signups.account_id = paying.account_id
    left join main_channels
        on signups.user_id = main_channels.user_id
    where users.is_reportable

)

select
    user_id,
    account_id,
    signed_up_on,
    {{ month_start('signed_up_on') }} as cohort_month,
    {{ week_start('signed_up_on') }} as cohort_week,
    signup_source,
    is_first_of_account,
    has_personal_email,
    channel,
    {{ growth_channel_group('channel') }} as channel_group,
    last_channel,
    coalesce(device, 'unknown') as device,
    landing_path,
    visits,
    pages,
    paid_visits,
    workspaces,
    invitations,
    invitations_accepted,
    motion,
    first_mrr_usd,
    core_events_30d
    {%- for window in windows %},
    active_days_{{ window }}d,
    {{ growth_is_mature('signed_up_on', window) }} as is_mature_{{ window }}d
    {%- endfor %}
    {%- for step in steps %},
    {{ step }}_at
    {%- endfor %}
    {%- for step in steps if step not in ('visited', 'signed_up') %},
    {{ growth_days_to('signed_up_on', step ~ '_at') }} as days_to_{{ step }}
    {%- endfor %}
    {%- for step, days in gates.items() %},
    {{ growth_within('signed_up_on', step ~ '_at', days) }} as did_{{ step }}_{{ days }}d
    {%- endfor %}
from steps
