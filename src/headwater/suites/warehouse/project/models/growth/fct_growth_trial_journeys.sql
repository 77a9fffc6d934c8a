{%- set checkpoints = [1, 3, 7, 14] -%}
{%- set features = ['channels', 'boards', 'runbooks', 'file_sharing', 'calls', 'integrations', 'search'] -%}

-- What happened in each trial, day by day in columns: who came, what they used, when they stopped, and how it ended. One row a
-- trial. The first trial of a workspace is the one that counts for conversion; later ones are extensions that support gave, until
-- those were made an action of their own in May 2022 (they are still rows here).
--
-- A trial's days are the days from its start on, up to its end or the clock. "Last third" is the time in which people decide;
-- a trial that is silent in it converts by accident.

with trials as (

    select
        trial_id,
        workspace_id,
        account_id,
        segment,
        sales_region,
        trial_plan_code,
        started_at,
        started_on,
        month_start,
        fiscal_quarter,
        ended_at,
        {{ to_date('coalesce(ended_at, ' ~ as_of_end() ~ ')') }} as last_day,
        trial_days,
        outcome,
        converted_to_plan_code,
        trial_number,
        was_activated
    from {{ ref('fct_workspace_trials') }}

),

accounts as (

    select
        account_id,
        channel_group,
        motion,
        first_mrr_usd
    from {{ ref('int_growth_accounts') }}

),

days as (

    select
        trials.trial_id,
        activity.date_day,
        {{ date_diff_days('trials.started_on', 'activity.date_day') }} as day_number,
        activity.active_users,
        activity.events,
        activity.core_events,
        3 * {{ date_diff_days('activity.date_day', 'trials.last_day') }} <= {{ date_diff_days('trials.started_on', 'trials.last_day') }} as is_last_third
    from trials
    inner join {{ ref('fct_workspace_daily_activity') }} as activity
        on trials.workspace_id = activity.workspace_id
        and activity.date_day >= trials.started_on
        and activity.date_day < trials.last_day

),

engagement as (

    select
        trial_id,
        {{ count_where('active_users > 0') }} as active_days,
        {{ count_where('active_users > 0 and is_last_third') }} as active_days_last_third,
        max(active_users) as peak_users,
        sum(events) as events,
        sum(core_events) as core_events,
        min(case when core_events > 0 then day_number end) as first_core_day,
        max(case when active_users > 0 then day_number end) as last_active_day
        {%- for checkpoint in checkpoints %},
        {{ count_where('active_users > 0 and day_number < ' ~ checkpoint) }} as active_days_by_day_{{ checkpoint }}
        {%- endfor %}
    from days
    group by trial_id

),

feature_days as (

    select
        trials.trial_id,
        count(distinct usage.feature) as features_used
        {%- for feature in features %},
        count(distinct case when usage.feature = '{{ feature }}' then usage.date_day end) as {{ feature }}_days
        {%- endfor %}
    from trials
    inner join {{ ref('fct_feature_usage_daily') }} as usage
        on trials.workspace_id = usage.workspace_id
        and usage.date_day >= trials.started_on
        and usage.date_day < trials.last_day
    where usage.feature <> 'sign_in'
    group by trials.trial_id

),

invitations as (

    select
        trials.trial_id,
        count(*) as invitations,
        {{ count_where('invited.accepted_at < coalesce(trials.ended_at, ' ~ as_of_end() ~ ')') }} as invitations_accepted
    from trials
    inner join {{ ref('fct_invitations') }} as invited
        on trials.workspace_id = invited.workspace_id
        and invited.sent_at >= trials.started_at
        and invited.sent_at < coalesce(trials.ended_at, {{ as_of_end() }})
    group by trials.trial_id

),

tickets as (

    select
        trials.trial_id,
        count(*) as tickets,
        {{ count_where("tickets.category = 'billing'") }} as billing_tickets
    from trials
    inner join {{ ref('fct_tickets') }} as tickets
        on trials.account_id = tickets.account_id
        and tickets.created_at >= trials.started_at
        and tickets.created_at < coalesce(trials.ended_at, {{ as_of_end() }})
    group by trials.trial_id

),

joined as (

    select
        trials.*,
        coalesce(accounts.channel_group, 'Unknown') as channel_group,
        coalesce(accounts.motion, 'invited') as motion,
        coalesce(engagement.active_days, 0) as active_days,
        coalesce(engagement.active_days_last_third, 0) as active_days_last_third,
        coalesce(engagement.peak_users, 0) as peak_users,
        coalesce(engagement.events, 0) as events,
        coalesce(engagement.core_events, 0) as core_events,
        engagement.first_core_day,
        engagement.last_active_day,
        {%- for checkpoint in checkpoints %}
        coalesce(engagement.active_days_by_day_{{ checkpoint }}, 0) as active_days_by_day_{{ checkpoint }},
        {%- endfor %}
        coalesce(feature_days.features_used, 0) as features_used,
        {%- for feature in features %}
        coalesce(feature_days.{{ feature }}_days, 0) as {{ feature }}_days,
        {%- endfor %}
        coalesce(invitations.invitations, 0) as invitations,
        coalesce(invitations.invitations_accepted, 0) as invitations_accepted,
        coalesce(tickets.tickets, 0) as tickets,
        coalesce(tickets.billing_tickets, 0) as billing_tickets
    from trials
    left join accounts
        on trials.account_id = accounts.account_id
    left join engagement
        on trials.trial_id = engagement.trial_id
    left join feature_days
        on trials.trial_id = feature_days.trial_id
    left join invitations
        on trials.trial_id = invitations.trial_id
    left join tickets
        on trials.trial_id = tickets.trial_id

)

select
    trial_id,
    workspace_id,
    account_id,
    segment,
    sales_region,
    channel_group,
    motion,
    trial_plan_code,
    started_on,
    month_start,
    fiscal_quarter,
    last_day,
    {{ date_diff_days('started_on', 'last_day') }} as days,
    trial_number,
    outcome,
    outcome = 'converted' as is_converted,
    outcome <> 'running' as is_over,
    converted_to_plan_code,
    was_activated,
    active_days,
    active_days_last_third,
    peak_users,
    events,
    core_events,
    first_core_day,
    last_active_day,
    {%- for checkpoint in checkpoints %}
    active_days_by_day_{{ checkpoint }},
    {%- endfor %}
    features_used,
    {%- for feature in features %}
    {{ feature }}_days,
    {%- endfor %}
    invitations,
    invitations_accepted,
    tickets,
    billing_tickets,
    case
        when active_days = 0 then 'never came'
        when active_days_last_third = 0 then 'gave up'
        when peak_users >= 2 and core_events >= 20 then 'team at work'
        when core_events > 0 then 'one person trying'
        else 'looking around'
    end as journey
from joined
