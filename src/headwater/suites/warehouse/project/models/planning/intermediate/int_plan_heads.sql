-- heads and cost of a head by department and month, with those who are known to leave or came in the month
with headcount as (
    select * from {{ ref('fct_headcount_monthly') }}
),

months as (
    select * from {{ ref('int_plan_months') }}
),

departments as (
    select
        month_start,
        department,
        sum(people_employed) as people_employed,
        sum(closing_headcount) as closing_headcount,
        sum(joiners) as joiners,
        sum(leavers) as leavers,
        sum(cost_usd) as cost_usd
    from headcount
    group by month_start, department
),

firsts as (
    select
        department,
        min(month_start) as first_month
    from departments
    group by department
),

filled as (
    select
        months.month_start,
        months.fiscal_year,
        months.fiscal_quarter,
        firsts.department,
        coalesce(departments.people_employed, 0) as people_employed,
        coalesce(departments.closing_headcount, 0) as closing_headcount,
        coalesce(departments.joiners, 0) as joiners,
        coalesce(departments.leavers, 0) as leavers,
        coalesce(departments.cost_usd, 0) as cost_usd
    from months
    inner join firsts
        on months.month_start >= firsts.first_month
    left join departments
        on months.month_start = departments.month_start
        and firsts.department = departments.department
    where months.is_past
)

select
    *,
    {{ plan_previous_month('closing_headcount', 'department') }} as opening_headcount,
    {{ plan_previous_year('closing_headcount', 'department') }} as headcount_a_year_ago,
    {{ money('cast(cost_usd as double precision) / nullif(people_employed, 0)') }} as cost_per_head_usd,
    {{ plan_trailing_sum('leavers', 12, 'department') }} as leavers_12_months
from filled
