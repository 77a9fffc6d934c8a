with payroll as (
    select month_start, sum(cost_usd) as cost_usd
    from {{ ref('fct_headcount_monthly') }}
    where department = 'Support'
    group by month_start
),

given as (
    select month_start, sum(support_usd) as cost_usd
    from {{ ref('fct_account_margin_monthly') }}
    group by month_start
)

select payroll.month_start, payroll.cost_usd, given.cost_usd as given_usd
from payroll
inner join given on payroll.month_start = given.month_start
where given.cost_usd > payroll.cost_usd + 1
