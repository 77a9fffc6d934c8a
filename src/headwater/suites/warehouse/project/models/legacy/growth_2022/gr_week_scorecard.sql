{{ config(materialized='table') }}

-- the scorecard of the growth meeting: one row a week with last week and the average of the eight weeks before. weeks that are not
-- over are left out.
with weeks as (

    select distinct {{ week_start('rate_dt') }} as week
    from {{ ref('base_rates') }}
    where currency = 'USD'

),

visits as (

    select
        week,
        count(*) as visits,
        sum(case when channel = 'paid' then 1 else 0 end) as paid_visits
    from {{ ref('gr_visits') }}
    group by week

),

signups as (

    select
        {{ week_start('created_dt') }} as week,
        count(*) as signups
    from {{ ref('base_users') }}
    where user_kind = 'person'
    group by {{ week_start('created_dt') }}

),

workspaces as (

    select
        {{ week_start('created_dt') }} as week,
        count(*) as workspaces,
        sum(case when is_activated then 1 else 0 end) as activated
    from {{ ref('gr_activation') }}
    where account_kind = 'customer'
    group by {{ week_start('created_dt') }}

),

use_of_week as (

    select
        week,
        count(*) as workspaces_used,
        sum(case when intensity = 'heavy' then 1 else 0 end) as heavy,
        sum(case when intensity in ('heavy', 'regular') then 1 else 0 end) as regular,
        sum(actions) as actions,
        sum(person_days) as person_days
    from {{ ref('gr_workspace_weeks') }}
    group by week

),

joined as (

    select
        weeks.week,
        coalesce(visits.visits, 0) as visits,
        coalesce(visits.paid_visits, 0) as paid_visits,
        coalesce(signups.signups, 0) as signups,
        coalesce(workspaces.workspaces, 0) as workspaces,
        coalesce(workspaces.activated, 0) as activated,
        coalesce(use_of_week.workspaces_used, 0) as workspaces_used,
        coalesce(use_of_week.heavy, 0) as heavy_workspaces,
        coalesce(use_of_week.regular, 0) as regular_workspaces,
        coalesce(use_of_week.actions, 0) as actions,
        coalesce(use_of_week.person_days, 0) as person_days
    from weeks
    left join visits on weeks.week = visits.week
    left join signups on weeks.week = signups.week
    left join workspaces on weeks.week = workspaces.week
    left join use_of_week on weeks.week = use_of_week.week
    where {{ date_add_days('weeks.week', 6) }} <= {{ as_of() }}

),

windowed as (

    select
        *,
        lag(visits) over (order by week) as visits_before,
        lag(signups) over (order by week) as signups_before,
        lag(regular_workspaces) over (order by week) as regular_before,
        sum(visits) over (order by week rows between 8 preceding and 1 preceding) as visits_8w,
        sum(signups) over (order by week rows between 8 preceding and 1 preceding) as signups_8w,
        sum(regular_workspaces) over (order by week rows between 8 preceding and 1 preceding) as regular_8w,
        count(*) over (order by week rows between 8 preceding and 1 preceding) as weeks_before
    from joined

),

final as (

    select
        week,
        visits,
        paid_visits,
        signups,
        workspaces,
        activated,
        workspaces_used,
        heavy_workspaces,
        regular_workspaces,
        actions,
        person_days,
        visits - coalesce(visits_before, 0) as visits_change,
        signups - coalesce(signups_before, 0) as signups_change,
        regular_workspaces - coalesce(regular_before, 0) as regular_change,
        {{ safe_divide('visits_8w', 'weeks_before', 1) }} as visits_average_8w,
        {{ safe_divide('signups_8w', 'weeks_before', 1) }} as signups_average_8w,
        {{ safe_divide('regular_8w', 'weeks_before', 1) }} as regular_average_8w,
        {{ growth_share('heavy_workspaces', 'workspaces_used') }} as heavy_share,
        {{ safe_divide('actions', 'person_days', 1) }} as actions_per_person_day,
        case
            when weeks_before < 8 then 'too early'
            when signups * 8 < 0.7 * signups_8w then 'look at sign-ups'
            when visits * 8 < 0.7 * visits_8w then 'look at visits'
            when regular_workspaces * 8 < 0.85 * regular_8w then 'look at use'
            else 'as usual'
        end as headline
    from windowed

)

select * from final
