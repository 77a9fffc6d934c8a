-- People by department at the end of each fiscal quarter, with who came and went in it.
with months as (
    select
        {{ fiscal_quarter('month_start') }} as fiscal_quarter,
        month_start,
        department,
        sum(closing_headcount) as closing_headcount,
        sum(joiners) as joiners,
        sum(leavers) as leavers,
        sum(cost_usd) as cost_usd
    from {{ ref('fct_headcount_monthly') }}
    group by 1, 2, 3
),

last_months as (
    select
        fiscal_quarter,
        max(month_start) as month_start
    from months
    group by fiscal_quarter
)

select
    months.fiscal_quarter,
    months.department,
    {{ sum_where('months.month_start = last_months.month_start', 'months.closing_headcount') }} as closing_headcount,
    sum(months.joiners) as joiners,
    sum(months.leavers) as leavers,
    sum(months.cost_usd) as cost_usd
from months
inner join last_months on months.fiscal_quarter = last_months.fiscal_quarter
group by months.fiscal_quarter, months.department
