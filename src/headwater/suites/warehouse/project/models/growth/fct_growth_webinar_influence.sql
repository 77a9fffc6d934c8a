{%- set before_days = 60 -%}
{%- set after_days = 90 -%}

-- What webinars are followed by. One row a registration of somebody whom we know, with what the person's company and the person did in the
-- {{ before_days }} days before and the {{ after_days }} days after the day on which it was held: opportunities created, stage of open ones, bookings, visits,
-- sign-ups, days in the product. Those who registered and did not come are the comparison; it is a poor one (people who are busy do
-- not buy either), and the page says so.

with registrations as (

    select
        attendance_id,
        webinar_name,
        held_on,
        fiscal_quarter,
        person_id,
        crm_account_id,
        registered_at,
        has_attended,
        minutes_attended
    from {{ ref('fct_webinar_attendance') }}
    where person_id is not null

),

people as (

    select
        person_id,
        user_id,
        lead_id,
        account_id
    from {{ ref('int_people') }}

),

placed as (

    select
        registrations.*,
        people.user_id,
        people.lead_id,
        people.account_id
    from registrations
    left join people
        on registrations.person_id = people.person_id

),

opportunities as (

    select
        placed.attendance_id,
        {{ count_where('opportunities.created_on < placed.held_on') }} as opportunities_before,
        {{ count_where('opportunities.created_on >= placed.held_on') }} as opportunities_after,
        sum(case when opportunities.created_on >= placed.held_on then opportunities.amount_usd else 0 end) as amount_after_usd,
        {{ count_where('opportunities.created_on >= placed.held_on and opportunities.is_won') }} as won_of_after
    from placed
    inner join {{ ref('fct_opportunities') }} as opportunities
        on placed.crm_account_id = opportunities.crm_account_id
        and opportunities.created_on >= {{ date_add_days('placed.held_on', -before_days) }}
        and opportunities.created_on <= {{ date_add_days('placed.held_on', after_days) }}
    where opportunities.type <> 'Renewal'
    group by placed.attendance_id

),

bookings as (

    select
        placed.attendance_id,
        count(*) as bookings_after,
        sum(bookings.acv_usd) as acv_after_usd
    from placed
    inner join {{ ref('fct_bookings') }} as bookings
        on placed.crm_account_id = bookings.crm_account_id
        and bookings.booked_on >= placed.held_on
        and bookings.booked_on <= {{ date_add_days('placed.held_on', after_days) }}
    group by placed.attendance_id

),

visits as (

    select
        placed.attendance_id,
        {{ count_where('sessions.session_date < placed.held_on') }} as visits_before,
        {{ count_where('sessions.session_date >= placed.held_on') }} as visits_after,
        {{ count_where("sessions.session_date >= placed.held_on and sessions.landing_path = '/pricing'") }} as price_visits_after
    from placed
    inner join {{ ref('fct_web_sessions') }} as sessions
        on placed.person_id = sessions.person_id
        and sessions.session_date >= {{ date_add_days('placed.held_on', -before_days) }}
        and sessions.session_date <= {{ date_add_days('placed.held_on', after_days) }}
    group by placed.attendance_id

),

product_days as (

    select
        placed.attendance_id,
        count(distinct case when activity.date_day < placed.held_on then activity.date_day end) as active_days_before,
        count(distinct case when activity.date_day >= placed.held_on then activity.date_day end) as active_days_after
    from placed
    inner join {{ ref('fct_user_daily_activity') }} as activity
        on placed.user_id = activity.user_id
        and activity.date_day >= {{ date_add_days('placed.held_on', -before_days) }}
        and activity.date_day <= {{ date_add_days('placed.held_on', after_days) }}
    where activity.is_active
    group by placed.attendance_id

),

funnel as (

    select
        lead_id,
        lead_at,
        mql_at,
        sql_at
    from {{ ref('fct_lead_funnel') }}

),

numbered as (

    select
        attendance_id,
        row_number() over (partition by person_id order by held_on, attendance_id) as registration_number,
        sum(case when has_attended then 1 else 0 end) over (
            partition by person_id order by held_on, attendance_id rows between unbounded preceding and 1 preceding
        ) as attended_before
    from registrations

)

select
    placed.attendance_id,
    placed.webinar_name,
    placed.held_on,
    placed.fiscal_quarter,
    placed.person_id,
    placed.crm_account_id,
    placed.account_id,
    placed.has_attended,
    placed.minutes_attended,
    numbered.registration_number,
    coalesce(numbered.attended_before, 0) as attended_before,
    placed.user_id is not null as is_user,
    coalesce(opportunities.opportunities_before, 0) as opportunities_before,
    coalesce(opportunities.opportunities_after, 0) as opportunities_after,
    {{ money('coalesce(opportunities.amount_after_usd, 0)') }} as amount_after_usd,
    coalesce(opportunities.won_of_after, 0) as won_of_after,
    coalesce(bookings.bookings_after, 0) as bookings_after,
    {{ money('coalesce(bookings.acv_after_usd, 0)') }} as acv_after_usd,
    coalesce(visits.visits_before, 0) as visits_before,
    coalesce(visits.visits_after, 0) as visits_after,
    coalesce(visits.price_visits_after, 0) as price_visits_after,
    coalesce(product_days.active_days_before, 0) as active_days_before,
    coalesce(product_days.active_days_after, 0) as active_days_after,
    {{ growth_within('placed.held_on', 'funnel.mql_at', after_days) }} as became_mql,
    {{ growth_within('placed.held_on', 'funnel.sql_at', after_days) }} as became_sql,
    {{ growth_is_mature('placed.held_on', after_days) }} as is_mature
from placed
inner join numbered
    on placed.attendance_id = numbered.attendance_id
left join opportunities
    on placed.attendance_id = opportunities.attendance_id
left join bookings
    on placed.attendance_id = bookings.attendance_id
left join visits
    on placed.attendance_id = visits.attendance_id
left join product_days
    on placed.attendance_id = product_days.attendance_id
left join funnel
    on placed.lead_id = funnel.lead_id
