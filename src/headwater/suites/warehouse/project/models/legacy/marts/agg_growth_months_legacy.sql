-- The growth project's funnel by month: visits, visitors, sign-ups, workspaces, activation, trials, payments. Every step is counted in
-- its own month, not by cohort.
with months as (

    select month_dt as month
    from {{ ref('base_calendar') }}

),

visits as (

    select
        month,
        count(*) as visits,
        count(distinct anonymous_id) as visitors,
        sum(case when is_bounce then 1 else 0 end) as bounces,
        sum(case when page_kind = 'buying' then 1 else 0 end) as buying_visits,
        sum(case when channel = 'paid' then 1 else 0 end) as paid_visits,
        sum(case when channel = 'newsletter' then 1 else 0 end) as newsletter_visits
    from {{ ref('gr_visits') }}
    group by month

),

new_visitors as (

    select
        first_month as month,
        count(*) as new_visitors,
        sum(case when has_signed_up then 1 else 0 end) as new_visitors_signed_up,
        sum(case when wanted_demo then 1 else 0 end) as new_visitors_wanted_demo
    from {{ ref('gr_visitors') }}
    group by first_month

),

signups as (

    select
        month,
        sum(signups) as signups,
        sum(case when channel = 'paid' then signups else 0 end) as paid_signups,
        sum(case when channel = 'invite' then signups else 0 end) as invited_signups
    from {{ ref('gr_signups') }}
    group by month

),

workspaces as (

    select
        created_month as month,
        count(*) as workspaces,
        sum(case when is_judged and is_activated then 1 else 0 end) as activated,
        sum(case when is_judged then 1 else 0 end) as judged,
        sum(case when first_impression = 'never opened' then 1 else 0 end) as never_opened
    from {{ ref('gr_activation') }}
    where account_kind = 'customer'
    group by created_month

),

plan_moves as (

    select
        month,
        sum(case when move in ('tries', 'starts with a trial') then workspaces else 0 end) as trials_begun,
        sum(case when move = 'pays after trial' then workspaces else 0 end) as paid_after_trial,
        sum(case when move in ('pays without trial', 'starts paying') then workspaces else 0 end) as paid_without_trial,
        sum(case when move = 'back to free' then workspaces else 0 end) as back_to_free
    from {{ ref('gr_plan_moves') }}
    group by month

),

invites as (

    select
        month,
        sum(invitations) as invitations,
        sum(accepted) as accepted,
        sum(accepted_soon) as accepted_soon
    from {{ ref('gr_invites') }}
    where inviter_kind = 'person'
    group by month

),

leads as (

    select
        month,
        sum(leads) as leads,
        sum(mqls) as mqls,
        sum(converted) as converted
    from {{ ref('gr_leads_month') }}
    group by month

),

spend as (

    select
        month,
        sum(spend_usd) as spend_usd,
        sum(clicks) as clicks
    from {{ ref('gr_spend_month') }}
    group by month

),

weeks as (

    select
        {{ month_start('week') }} as month,
        sum(case when intensity in ('heavy', 'regular') then 1 else 0 end) as regular_workspace_weeks,
        count(*) as workspace_weeks
    from {{ ref('gr_workspace_weeks') }}
    group by {{ month_start('week') }}

)

select
    months.month,
    coalesce(visits.visits, 0) as visits,
    coalesce(visits.visitors, 0) as visitors,
    coalesce(new_visitors.new_visitors, 0) as new_visitors,
    coalesce(new_visitors.new_visitors_signed_up, 0) as new_visitors_signed_up,
    coalesce(new_visitors.new_visitors_wanted_demo, 0) as new_visitors_wanted_demo,
    coalesce(visits.bounces, 0) as bounces,
    coalesce(visits.buying_visits, 0) as buying_visits,
    coalesce(visits.paid_visits, 0) as paid_visits,
    coalesce(visits.newsletter_visits, 0) as newsletter_visits,
    coalesce(signups.signups, 0) as signups,
    coalesce(signups.paid_signups, 0) as paid_signups,
    coalesce(signups.invited_signups, 0) as invited_signups,
    coalesce(workspaces.workspaces, 0) as workspaces,
    coalesce(workspaces.judged, 0) as judged_workspaces,
    coalesce(workspaces.activated, 0) as activated_workspaces,
    coalesce(workspaces.never_opened, 0) as never_opened_workspaces,
    coalesce(plan_moves.trials_begun, 0) as trials_begun,
    coalesce(plan_moves.paid_after_trial, 0) as paid_after_trial,
    coalesce(plan_moves.paid_without_trial, 0) as paid_without_trial,
    coalesce(plan_moves.back_to_free, 0) as back_to_free,
    coalesce(invites.invitations, 0) as invitations,
    coalesce(invites.accepted, 0) as invitations_accepted,
    coalesce(invites.accepted_soon, 0) as invitations_accepted_soon,
    coalesce(leads.leads, 0) as leads,
    coalesce(leads.mqls, 0) as mqls,
    coalesce(leads.converted, 0) as leads_converted,
    coalesce(spend.spend_usd, 0) as spend_usd,
    coalesce(spend.clicks, 0) as clicks,
    coalesce(weeks.regular_workspace_weeks, 0) as regular_workspace_weeks,
    coalesce(weeks.workspace_weeks, 0) as workspace_weeks
from months
left join visits on months.month = visits.month
left join new_visitors on months.month = new_visitors.month
left join signups on months.month = signups.month
left join workspaces on months.month = workspaces.month
left join plan_moves on months.month = plan_moves.month
left join invites on months.month = invites.month
left join leads on months.month = leads.month
left join spend on months.month = spend.month
left join weeks on months.month = weeks.month
