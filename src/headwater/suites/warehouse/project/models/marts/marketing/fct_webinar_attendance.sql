with attendance as (

    select * from {{ ref('int_webinar_attendance') }}

)

select
    attendance.attendance_id,
    attendance.webinar_name,
    attendance.held_on,
    {{ fiscal_quarter('attendance.held_on') }} as fiscal_quarter,
    people.person_id,
    people.crm_account_id,
    attendance.registered_at,
    attendance.has_attended,
    attendance.minutes_attended
from attendance
left join {{ ref('int_people') }} as people
    on attendance.email = people.email
