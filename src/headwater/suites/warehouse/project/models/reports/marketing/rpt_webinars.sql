-- Webinars: who registered, who came, and which companies then had an opportunity within 90 days.
with attendance as (

    select * from {{ ref('fct_webinar_attendance') }}

),

opportunities as (

    select
        crm_account_id,
        opportunity_id,
        created_on
    from {{ ref('fct_opportunities') }}
    where type <> 'Renewal'

),

followed as (

    select
        attendance.webinar_name,
        attendance.held_on,
        count(distinct opportunities.opportunity_id) as opportunities_after
    from attendance
    inner join opportunities
        on attendance.crm_account_id = opportunities.crm_account_id
        and {{ date_diff_days('attendance.held_on', 'opportunities.created_on') }} between 0 and 90
    where attendance.has_attended
    group by attendance.webinar_name, attendance.held_on

)

select
    {{ surrogate_key(['attendance.webinar_name', 'attendance.held_on']) }} as webinar_id,
    attendance.webinar_name,
    attendance.held_on,
    max(attendance.fiscal_quarter) as fiscal_quarter,
    count(*) as registrations,
    {{ count_where('attendance.has_attended') }} as attendees,
    {{ safe_divide(count_where('attendance.has_attended'), 'count(*)') }} as show_rate,
    max(coalesce(followed.opportunities_after, 0)) as opportunities_after
from attendance
left join followed
    on attendance.webinar_name = followed.webinar_name
    and attendance.held_on = followed.held_on
group by attendance.webinar_name, attendance.held_on
