{%- set weeks_shown = 26 -%}

-- The page of the growth review on Tuesdays: half a year of complete weeks, each with what came in, what stayed and what paid, and
-- the change against the mean of the four weeks before. Weeks with a loss of telemetry keep their row; their changes are empty, and
-- they are left out of the means of the weeks after them.

with calendar as (

    select distinct
        dates.week_start
    from {{ ref('dim_dates') }} as dates
    where dates.is_past

),

users as (

    select
        week_start,
        fiscal_quarter,
        has_telemetry_loss,
        active_users,
        new_users,
        resurrected_users,
        lost_users,
        week_retention,
        quick_ratio_4w,
        share_on_three_days
    from {{ ref('agg_growth_user_accounting_weekly') }}
    where cut = 'total'
        and is_complete_week

),

signups as (

    select
        cohort_week as week_start,
        count(*) as signups,
        {{ count_where('is_first_of_account') }} as new_accounts,
        {{ count_where("channel_group = 'Paid'") }} as paid_signups,
        {{ count_where('did_active_7d and is_mature_7d') }} as active_within_7d,
        {{ count_where('is_mature_7d') }} as mature_7d
    from {{ ref('fct_growth_signup_funnel') }}
    group by cohort_week

),

workspaces as (

    select
        {{ week_start('created_on') }} as week_start,
        count(*) as workspaces,
        {{ count_where('is_v3_setup') }} as set_up,
        {{ count_where('is_v1_habit') }} as in_habit
    from {{ ref('fct_growth_activation_variants') }}
    group by {{ week_start('created_on') }}

),

trials as (

    select
        {{ week_start('started_on') }} as week_start,
        count(*) as trials_started
    from {{ ref('fct_growth_trial_journeys') }}
    group by {{ week_start('started_on') }}

),

trials_ended as (

    select
        {{ week_start('last_day') }} as week_start,
        count(*) as trials_ended,
        {{ count_where('is_converted') }} as trials_converted
    from {{ ref('fct_growth_trial_journeys') }}
    where is_over
    group by {{ week_start('last_day') }}

),

invitations as (

    select
        {{ week_start('sent_on') }} as week_start,
        count(*) as invitations_sent,
        {{ count_where("outcome = 'accepted'") }} as invitations_accepted
    from {{ ref('fct_invitations') }}
    group by {{ week_start('sent_on') }}

),

visits as (

    select
        {{ week_start('session_date') }} as week_start,
        sum(visitors) as visitors,
        sum(new_visitors) as new_visitors
    from {{ ref('agg_web_traffic_daily') }}
    group by {{ week_start('session_date') }}

),

joined as (

    select
        users.week_start,
        users.fiscal_quarter,
        users.has_telemetry_loss,
        coalesce(visits.visitors, 0) as visitors,
        coalesce(visits.new_visitors, 0) as new_visitors,
        coalesce(signups.signups, 0) as signups,
        coalesce(signups.new_accounts, 0) as new_accounts,
        coalesce(signups.paid_signups, 0) as paid_signups,
        signups.active_within_7d,
        signups.mature_7d,
        users.active_users,
        users.new_users,
        users.resurrected_users,
        users.lost_users,
        users.week_retention,
        users.quick_ratio_4w,
        users.share_on_three_days,
        coalesce(workspaces.workspaces, 0) as workspaces_judged,
        coalesce(workspaces.set_up, 0) as workspaces_set_up,
        coalesce(workspaces.in_habit, 0) as workspaces_in_habit,
        coalesce(trials.trials_started, 0) as trials_started,
        coalesce(trials_ended.trials_ended, 0) as trials_ended,
        coalesce(trials_ended.trials_converted, 0) as trials_converted,
        coalesce(invitations.invitations_sent, 0) as invitations_sent,
        coalesce(invitations.invitations_accepted, 0) as invitations_accepted
    from calendar
    inner join users
        on calendar.week_start = users.week_start
    left join visits
        on calendar.week_start = visits.week_start
    left join signups
        on calendar.week_start = signups.week_start
    left join workspaces
        on calendar.week_start = workspaces.week_start
    left join trials
        on calendar.week_start = trials.week_start
    left join trials_ended
        on calendar.week_start = trials_ended.week_start
    left join invitations
        on calendar.week_start = invitations.week_start

),

with_means as (

    select
        joined.*,
        {%- for measure in ['active_users', 'signups', 'visitors', 'trials_started'] %}
        {{ safe_divide(
            'sum(case when not has_telemetry_loss then ' ~ measure ~ ' end) over (order by week_start rows between 4 preceding and 1 preceding)',
            'count(case when not has_telemetry_loss then 1 end) over (order by week_start rows between 4 preceding and 1 preceding)',
            2
        ) }} as {{ measure }}_mean_4w,
        {%- endfor %}
        row_number() over (order by week_start desc) as recency
    from joined

)

select
    week_start,
    fiscal_quarter,
    has_telemetry_loss,
    visitors,
    new_visitors,
    signups,
    new_accounts,
    paid_signups,
    {{ growth_rate_of('active_within_7d', 'mature_7d') }} as active_within_7d_rate,
    active_users,
    new_users,
    resurrected_users,
    lost_users,
    week_retention,
    quick_ratio_4w,
    share_on_three_days,
    workspaces_judged,
    workspaces_set_up,
    workspaces_in_habit,
    trials_started,
    trials_ended,
    trials_converted,
    invitations_sent,
    invitations_accepted
    {%- for measure in ['active_users', 'signups', 'visitors', 'trials_started'] %},
    {{ measure }}_mean_4w,
    case when not has_telemetry_loss then {{ growth_rate_of(measure ~ ' - ' ~ measure ~ '_mean_4w', measure ~ '_mean_4w') }} end as {{ measure }}_change
    {%- endfor %}
from with_means
where recency <= {{ weeks_shown }}
