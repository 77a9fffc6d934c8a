with quarters as (

    select
        fiscal_quarter,
        region,
        sum(case when local_hour between 7 and 19 then events else 0 end) as by_day,
        sum(events) as events
    from {{ ref('rpt_working_hours') }}
    where region <> 'Unassigned'
    group by fiscal_quarter, region

)

select *
from quarters
where events > 5000 and by_day < 0.85 * events
