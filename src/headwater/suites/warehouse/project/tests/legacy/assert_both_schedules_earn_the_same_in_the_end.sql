-- By twelfths or by days, a line is earned once.
with by_months as (

    select sum(part_usd) as earned_usd
    from {{ ref('fin_schedule_v1') }}

),

by_days as (

    select sum(part_usd) as earned_usd
    from {{ ref('fin_schedule_v2') }}

)

select
    by_months.earned_usd as by_months_usd,
    by_days.earned_usd as by_days_usd
from by_months
cross join by_days
where abs(by_months.earned_usd - by_days.earned_usd) > 1
