{%- set cuts = ['segment', 'plan', 'signup_source'] -%}
{%- set quick_ratio_weeks = 4 -%}

-- Growth accounting of people by week: new, retained, resurrected, lost, in total and by segment, plan and source. The totals are
-- the product team's (agg_weekly_active_users), from the same weeks; cuts put a person where the home workspace is today, so
-- the past of a cut moves when somebody changes company. Totals never move.
--
-- Weeks with a loss of telemetry are kept and marked. Lost users of the running week and the one before are not final.

with weeks as (

    select
        user_id,
        week_start,
        active_days,
        events,
        state,
        is_lost_after,
        next_week
    from {{ ref('int_user_active_weeks') }}

),

people as (

    select
        users.user_id,
        coalesce(accounts.segment, 'Unknown') as segment,
        coalesce(workspaces.plan_code, 'none') as plan,
        coalesce(users.signup_source, 'unknown') as signup_source
    from {{ ref('dim_users') }} as users
    left join {{ ref('dim_accounts') }} as accounts
        on users.account_id = accounts.account_id
    left join {{ ref('dim_workspaces') }} as workspaces
        on users.home_workspace_id = workspaces.workspace_id

),

placed as (

    select
        weeks.*,
        coalesce(people.segment, 'Unknown') as segment,
        coalesce(people.plan, 'none') as plan,
        coalesce(people.signup_source, 'unknown') as signup_source
    from weeks
    left join people
        on weeks.user_id = people.user_id

),

long as (

    select 'total' as cut, 'all' as value, user_id, week_start, active_days, events, state, is_lost_after from placed
    {%- for cut in cuts %}
    union all
    select '{{ cut }}' as cut, {{ cut }} as value, user_id, week_start, active_days, events, state, is_lost_after from placed
    {%- endfor %}

),

present as (

    select
        cut,
        value,
        week_start,
        count(*) as active_users,
        {{ count_where("state = 'new'") }} as new_users,
        {{ count_where("state = 'retained'") }} as retained_users,
        {{ count_where("state = 'resurrected'") }} as resurrected_users,
        {{ count_where('active_days >= 3') }} as users_on_three_days,
        sum(active_days) as user_days,
        sum(events) as events
    from long
    group by cut, value, week_start

),

lost as (

    select
        cut,
        value,
        {{ to_date(date_add_days('week_start', 7)) }} as week_start,
        count(*) as lost_users
    from long
    where is_lost_after
    group by cut, value, {{ to_date(date_add_days('week_start', 7)) }}

),

calendar as (

    select
        week_start,
        fiscal_quarter,
        is_complete_week,
        has_telemetry_loss
    from {{ ref('agg_weekly_active_users') }}

),

accounting as (

    select
        calendar.week_start,
        calendar.fiscal_quarter,
        calendar.is_complete_week,
        calendar.has_telemetry_loss,
        present.cut,
        present.value,
        present.active_users,
        present.new_users,
        present.retained_users,
        present.resurrected_users,
        coalesce(lost.lost_users, 0) as lost_users,
        present.users_on_three_days,
        present.user_days,
        present.events
    from calendar
    inner join present
        on calendar.week_start = present.week_start
    left join lost
        on present.cut = lost.cut
        and present.value = lost.value
        and present.week_start = lost.week_start

),

rolling as (

    select
        accounting.*,
        lag(active_users) over (partition by cut, value order by week_start) as active_users_week_before,
        lag(active_users, 52) over (partition by cut, value order by week_start) as active_users_52_rows_before,
        sum(new_users + resurrected_users) over (
            partition by cut, value order by week_start rows between {{ quick_ratio_weeks - 1 }} preceding and current row
        ) as gained_4w,
        sum(lost_users) over (
            partition by cut, value order by week_start rows between {{ quick_ratio_weeks - 1 }} preceding and current row
        ) as lost_4w,
        sum(retained_users) over (
            partition by cut, value order by week_start rows between {{ quick_ratio_weeks - 1 }} preceding and current row
        ) as retained_4w
    from accounting

)

select
    {{ surrogate_key(['cut', 'value', 'week_start']) }} as accounting_id,
    cut,
    value,
    week_start,
    fiscal_quarter,
    is_complete_week,
    has_telemetry_loss,
    active_users,
    new_users,
    retained_users,
    resurrected_users,
    lost_users,
    new_users + resurrected_users - lost_users as net_users,
    users_on_three_days,
    user_days,
    events,
    active_users_week_before,
    {{ growth_rate_of('retained_users', 'active_users_week_before') }} as week_retention,
    {{ growth_rate_of('users_on_three_days', 'active_users') }} as share_on_three_days,
    {{ safe_divide('user_days', 'active_users', 3) }} as days_per_user,
    {{ safe_divide('new_users + resurrected_users', 'lost_users', 3) }} as quick_ratio,
    {{ safe_divide('gained_4w', 'lost_4w', 3) }} as quick_ratio_4w,
    {{ growth_rate_of('retained_4w', '(retained_4w + lost_4w)') }} as retention_4w,
    {{ growth_rate_of('active_users - active_users_52_rows_before', 'active_users_52_rows_before') }} as growth_on_year
from rolling
