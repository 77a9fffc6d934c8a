{%- set horizon_weeks = 52 -%}
{%- set sources = {'organic': 'Organic', 'invite': 'Invited', 'paid': 'Paid', 'partner': 'Partners and sales', 'sales': 'Partners and sales'} -%}

-- Weekly retention curves of people, by month of their first active day and by how they came. Three readings of "retained" that
-- are all asked for:
--   exact       active in week n
--   rolling     active in week n or any later one: "not lost yet". Falls with time only because people have less future, so
--               it is shown for cohorts that are old enough to have eight more weeks
--   habit       active on two or more days in week n
-- Week n is the n-th seven days after the first active day, not a calendar week: people who begin on a Friday would lose their
-- first week otherwise. The product team's curves (agg_retention_cohorts_monthly) use calendar months; both are right.

with cohorts as (

    select
        user_id,
        first_active_on,
        cohort_month,
        case coalesce(signup_source, 'unknown')
            {%- for source, label in sources.items() %}
            when '{{ source }}' then '{{ label }}'
            {%- endfor %}
            else 'Unknown'
        end as source_group
    from {{ ref('int_user_cohorts') }}

),

user_weeks as (

    select
        cohorts.user_id,
        cohorts.cohort_month,
        cohorts.source_group,
        cast(floor({{ date_diff_days('cohorts.first_active_on', 'activity.date_day') }} / 7.0) as integer) as week_number,
        count(distinct activity.date_day) as active_days,
        sum(activity.core_events) as core_events
    from cohorts
    inner join {{ ref('fct_user_daily_activity') }} as activity
        on cohorts.user_id = activity.user_id
    where activity.is_active
    group by 1, 2, 3, 4

),

last_weeks as (

    select
        user_id,
        max(week_number) as last_week_number
    from user_weeks
    group by user_id

),

ages as (

    -- complete weeks of life at the clock: a week that has not ended yet is nobody's week
    select
        cohorts.user_id,
        cohorts.cohort_month,
        cohorts.source_group,
        cast(floor(({{ date_diff_days('cohorts.first_active_on', as_of()) }} + 1) / 7.0) as integer) as complete_weeks,
        last_weeks.last_week_number
    from cohorts
    inner join last_weeks
        on cohorts.user_id = last_weeks.user_id

),

numbers as (

    select distinct week_number
    from user_weeks
    where week_number between 0 and {{ horizon_weeks }}

),

sizes as (

    select
        ages.cohort_month,
        ages.source_group,
        numbers.week_number,
        count(*) as old_enough,
        {{ count_where('ages.last_week_number >= numbers.week_number') }} as not_lost_yet,
        {{ count_where('ages.complete_weeks >= numbers.week_number + 9') }} as old_enough_to_be_lost
    from ages
    inner join numbers
        on ages.complete_weeks > numbers.week_number
    group by ages.cohort_month, ages.source_group, numbers.week_number

),

active as (

    select
        user_weeks.cohort_month,
        user_weeks.source_group,
        user_weeks.week_number,
        count(*) as active_users,
        {{ count_where('user_weeks.active_days >= 2') }} as habit_users,
        sum(user_weeks.active_days) as user_days,
        sum(user_weeks.core_events) as core_events
    from user_weeks
    inner join ages
        on user_weeks.user_id = ages.user_id
        and ages.complete_weeks > user_weeks.week_number
    where user_weeks.week_number <= {{ horizon_weeks }}
    group by user_weeks.cohort_month, user_weeks.source_group, user_weeks.week_number

),

curves as (

    select
        sizes.cohort_month,
        sizes.source_group,
        sizes.week_number,
        sizes.old_enough,
        sizes.not_lost_yet,
        sizes.old_enough_to_be_lost,
        coalesce(active.active_users, 0) as active_users,
        coalesce(active.habit_users, 0) as habit_users,
        coalesce(active.user_days, 0) as user_days,
        coalesce(active.core_events, 0) as core_events
    from sizes
    left join active
        on sizes.cohort_month = active.cohort_month
        and sizes.source_group = active.source_group
        and sizes.week_number = active.week_number

),

with_first_week as (

    select
        curves.*,
        max(case when week_number = 0 then old_enough end) over (partition by cohort_month, source_group) as cohort_users,
        max(case when week_number = 1 then active_users end) over (partition by cohort_month, source_group) as week_1_users,
        lag(active_users) over (partition by cohort_month, source_group order by week_number) as active_users_week_before,
        lag(old_enough) over (partition by cohort_month, source_group order by week_number) as old_enough_week_before
    from curves

)

select
    {{ surrogate_key(['cohort_month', 'source_group', 'week_number']) }} as curve_point_id,
    cohort_month,
    source_group,
    week_number,
    cohort_users,
    old_enough,
    old_enough = cohort_users as is_whole_cohort,
    active_users,
    habit_users,
    not_lost_yet,
    user_days,
    core_events,
    {{ growth_rate_of('active_users', 'old_enough') }} as exact_retention,
    {{ growth_rate_of('habit_users', 'old_enough') }} as habit_retention,
    case when old_enough_to_be_lost = old_enough then {{ growth_rate_of('not_lost_yet', 'old_enough') }} end as rolling_retention,
    {{ growth_points(growth_rate_of('active_users', 'old_enough'), growth_rate_of('active_users_week_before', 'old_enough_week_before')) }} as points_to_week_before
from with_first_week
