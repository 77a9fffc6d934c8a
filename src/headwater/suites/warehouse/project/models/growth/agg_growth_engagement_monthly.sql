{%- set bands = ['power', 'core', 'casual'] -%}
{%- set cuts = ['segment', 'role', 'tenure'] -%}

-- People by how much of a month they were there (power 8 days and more, core 3 to 7, casual 1 or 2), in total and by
-- segment, role and tenure, and how they moved between bands since the month before. The running month is short of days, so its
-- bands are low; it is here and marked.

with activity as (

    select
        user_id,
        month_start,
        main_workspace_id,
        main_account_id,
        active_days,
        events,
        core_events,
        used_mobile,
        first_active_month,
        {{ growth_engagement_band('active_days') }} as band
    from {{ ref('fct_user_monthly_activity') }}

),

people as (

    select
        users.user_id,
        coalesce(users.home_role, 'none') as role
    from {{ ref('dim_users') }} as users

),

accounts as (

    select
        account_id,
        coalesce(segment, 'Unknown') as segment
    from {{ ref('dim_accounts') }}

),

months as (

    select
        month_start,
        is_complete_month
    from {{ ref('agg_monthly_active_users') }}

),

placed as (

    select
        activity.*,
        coalesce(accounts.segment, 'Unknown') as segment,
        coalesce(people.role, 'none') as role,
        case
            when activity.month_start = activity.first_active_month then 'first month'
            when {{ date_diff_months('activity.first_active_month', 'activity.month_start') }} < 6 then '1-5 months'
            when {{ date_diff_months('activity.first_active_month', 'activity.month_start') }} < 12 then '6-11 months'
            else 'a year and more'
        end as tenure,
        lag(activity.month_start) over (partition by activity.user_id order by activity.month_start) as previous_month,
        lag(activity.band) over (partition by activity.user_id order by activity.month_start) as previous_band
    from activity
    left join people
        on activity.user_id = people.user_id
    left join accounts
        on activity.main_account_id = accounts.account_id

),

moved as (

    select
        placed.*,
        case
            when previous_month is null then 'new'
            when {{ date_diff_months('previous_month', 'month_start') }} > 1 then 'returned'
            when previous_band = band then 'same'
            when (previous_band = 'casual') or (previous_band = 'core' and band = 'power') then 'up'
            else 'down'
        end as movement
    from placed

),

long as (

    select 'total' as cut, 'all' as value, moved.* from moved
    {%- for cut in cuts %}
    union all
    select '{{ cut }}' as cut, {{ cut }} as value, moved.* from moved
    {%- endfor %}

),

counted as (

    select
        cut,
        value,
        month_start,
        count(*) as active_users
        {%- for band in bands %},
        {{ count_where("band = '" ~ band ~ "'") }} as {{ band }}_users,
        {{ sum_where("band = '" ~ band ~ "'", 'events') }} as {{ band }}_band_events
        {%- endfor %},
        {{ count_where("movement = 'new'") }} as new_users,
        {{ count_where("movement = 'returned'") }} as returned_users,
        {{ count_where("movement = 'up'") }} as moved_up,
        {{ count_where("movement = 'down'") }} as moved_down,
        {{ count_where("movement = 'same'") }} as stayed,
        {{ count_where('used_mobile') }} as mobile_users,
        sum(active_days) as user_days,
        sum(events) as events,
        sum(core_events) as core_events,
        {{ median('active_days') }} as median_active_days
    from long
    group by cut, value, month_start

)

select
    {{ surrogate_key(['counted.cut', 'counted.value', 'counted.month_start']) }} as engagement_id,
    counted.cut,
    counted.value,
    counted.month_start,
    {{ fiscal_quarter('counted.month_start') }} as fiscal_quarter,
    months.is_complete_month,
    counted.active_users
    {%- for band in bands %},
    counted.{{ band }}_users,
    {{ growth_rate_of('counted.' ~ band ~ '_users', 'counted.active_users') }} as {{ band }}_share,
    {{ growth_rate_of('counted.' ~ band ~ '_band_events', 'counted.events') }} as {{ band }}_share_of_events
    {%- endfor %},
    counted.new_users,
    counted.returned_users,
    counted.moved_up,
    counted.moved_down,
    counted.stayed,
    counted.mobile_users,
    counted.user_days,
    counted.events,
    counted.core_events,
    counted.median_active_days,
    {{ safe_divide('counted.user_days', 'counted.active_users', 3) }} as days_per_user,
    {{ safe_divide('counted.moved_up', 'counted.moved_down', 3) }} as up_per_down
from counted
inner join months
    on counted.month_start = months.month_start
