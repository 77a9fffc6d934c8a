with yearly as (

    select
        extract(year from date_day) as year_number,
        avg(case when extract(isodow from date_day) in (2, 3) then active_users end) as midweek_users,
        avg(case when extract(isodow from date_day) in (6, 7) then active_users end) as weekend_users
    from {{ ref('agg_daily_active_users') }}
    where is_telemetry_complete
    group by extract(year from date_day)

)

select *
from yearly
where midweek_users < 2 * weekend_users
