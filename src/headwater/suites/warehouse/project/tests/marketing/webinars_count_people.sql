with expected as (
    select webinar_name, held_on, count(distinct email) as people
    from {{ ref('stg_marketing__webinar_registrations') }}
    where email is not null
        and not {{ is_own_email('email') }}
    group by webinar_name, held_on
)

select expected.webinar_name, expected.people, report.registrations
from expected
left join {{ ref('rpt_webinars') }} as report
    on expected.webinar_name = report.webinar_name
    and expected.held_on = report.held_on
where expected.people <> coalesce(report.registrations, 0)
