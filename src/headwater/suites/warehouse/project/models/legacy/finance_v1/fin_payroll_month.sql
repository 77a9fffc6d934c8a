-- T. Whitlock, 2022-04-12. People and cost by department and calendar month. A twelfth of the year's cost for everybody who was there on
-- the last day of the month; who left during it costs half a twelfth, who came during it a whole one. Payroll does it by days, and so
-- does the new layer; the budget of 2022 was made with this rule and is compared with it.
with months as (

    select
        month_dt as month,
        month_end_dt as month_end
    from {{ ref('base_calendar') }}

),

people as (

    select
        employee_id,
        department,
        cost_center,
        country_code,
        started_on,
        ended_on,
        annual_cost_usd
    from {{ ref('stg_finance__headcount') }}

),

employed as (

    select
        months.month,
        people.department,
        people.employee_id,
        people.country_code,
        case when people.started_on >= months.month then 1 else 0 end as is_new,
        case when people.ended_on is not null and people.ended_on <= months.month_end then 1 else 0 end as is_gone,
        {{ money('people.annual_cost_usd / 12') }} as twelfth_usd
    from months
    inner join people
        on people.started_on <= months.month_end
        and (people.ended_on is null or people.ended_on >= months.month)

)

select
    month,
    department,
    count(*) as people,
    sum(1 - is_gone) as people_at_the_end,
    sum(is_new) as joined,
    sum(is_gone) as left_us,
    count(distinct country_code) as countries,
    sum(case when is_gone = 1 then {{ money('twelfth_usd / 2') }} else twelfth_usd end) as cost_usd
from employed
group by month, department
