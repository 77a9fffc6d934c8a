-- What sellers did and what came of it, by month of employment (and any other month in which there is work
-- under their name). A month in which somebody did nothing is a row of zeros.
with reps as (

    select * from {{ ref('dim_sales_reps') }}

),

months as (

    select distinct month_start
    from {{ ref('dim_dates') }}
    where month_start between {{ history_start() }} and {{ as_of() }}

),

employed as (

    select
        reps.crm_user_id,
        months.month_start
    from reps
    inner join months
        on months.month_start >= {{ month_start('coalesce(reps.hired_on, ' ~ history_start() ~ ')') }}
        and months.month_start <= coalesce(reps.left_on, {{ as_of() }})

),

-- records are handed over: some work is dated before its owner's first day or after their last
worked as (

    select crm_user_id, month_start from employed
    union
    select crm_user_id, month_start from {{ ref('fct_sales_activities') }}
    union
    select crm_user_id, month_start from {{ ref('fct_bookings') }}
    where crm_user_id is not null

),

activities as (

    select
        crm_user_id,
        month_start,
        count(*) as activities,
        {{ count_where("activity_type = 'call'") }} as calls,
        {{ count_where("activity_type = 'email'") }} as emails,
        {{ count_where("activity_type in ('meeting', 'demo')") }} as meetings,
        sum(effort_minutes) as effort_minutes
    from {{ ref('fct_sales_activities') }}
    group by crm_user_id, month_start

),

created as (

    select
        owner_crm_user_id as crm_user_id,
        {{ month_start('created_on') }} as month_start,
        count(*) as opportunities_created,
        sum(amount_usd) as pipeline_created_usd
    from {{ ref('fct_opportunities') }}
    group by owner_crm_user_id, {{ month_start('created_on') }}

),

bookings as (

    select
        crm_user_id,
        month_start,
        count(*) as bookings,
        sum(acv_usd) as booked_acv_usd
    from {{ ref('fct_bookings') }}
    group by crm_user_id, month_start

)

select
    {{ surrogate_key(['worked.crm_user_id', 'worked.month_start']) }} as productivity_id,
    worked.crm_user_id,
    reps.role,
    reps.territory_id,
    worked.month_start,
    coalesce(activities.activities, 0) as activities,
    coalesce(activities.calls, 0) as calls,
    coalesce(activities.emails, 0) as emails,
    coalesce(activities.meetings, 0) as meetings,
    coalesce(activities.effort_minutes, 0) as effort_minutes,
    coalesce(created.opportunities_created, 0) as opportunities_created,
    coalesce(created.pipeline_created_usd, 0) as pipeline_created_usd,
    coalesce(bookings.bookings, 0) as bookings,
    coalesce(bookings.booked_acv_usd, 0) as booked_acv_usd,
    {{ safe_divide('coalesce(bookings.booked_acv_usd, 0)', 'activities.activities') }} as acv_per_activity_usd
from worked
inner join reps
    on worked.crm_user_id = reps.crm_user_id
left join activities
    on worked.crm_user_id = activities.crm_user_id
    and worked.month_start = activities.month_start
left join created
    on worked.crm_user_id = created.crm_user_id
    and worked.month_start = created.month_start
left join bookings
    on worked.crm_user_id = bookings.crm_user_id
    and worked.month_start = bookings.month_start
