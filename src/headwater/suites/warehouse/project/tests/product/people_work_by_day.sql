with halves as (

    select
        region,
        sum(case when local_hour between 7 and 19 then events else 0 end) as by_day,
        sum(events) as events
    from {{ ref('rpt_working_hours') }}
    where region <> 'Unassigned'
    group by region

)

select *
from halves
where by_day < 0.85 * events
