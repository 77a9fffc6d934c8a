-- merged minutes never exceed the sum of incidents, and are at least the longest one of the day
with s as (
    select service, region, date_day, sum(minutes) as total, max(minutes) as longest
    from {{ ref('int_plt_inc_slices') }}
    where incident_kind <> 'telemetry_loss'
    group by service, region, date_day
)
select s.service, s.region, s.date_day, s.total, s.longest, d.minutes
from s
left join {{ ref('fct_plt_availability_daily') }} d using (service, region, date_day)
where d.minutes is null or d.minutes > s.total + 1 or d.minutes < s.longest - 1
