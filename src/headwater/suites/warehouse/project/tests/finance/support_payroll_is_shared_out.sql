with payroll as (
    select month_start, sum(cost_usd) as cost_usd
    from {{ ref('fct_headcount_monthly') }}
    where department = 'Support'
    group by month_start
),

-- strangers are answered as well, at nobody's cost
answers as (
    select
        created_month as month_start,
        sum(public_agent_comments) as answers,
        sum(case when account_id is not null then public_agent_comments else 0 end) as answers_to_accounts
    from {{ ref('fct_tickets') }}
    group by created_month
),

given as (
    select month_start, sum(support_usd) as cost_usd
    from {{ ref('fct_account_margin_monthly') }}
    group by month_start
)

select payroll.month_start, payroll.cost_usd, given.cost_usd as given_usd
from payroll
inner join answers on payroll.month_start = answers.month_start
left join given on payroll.month_start = given.month_start
where answers.answers > 0
    and abs(coalesce(given.cost_usd, 0) - payroll.cost_usd * answers.answers_to_accounts / answers.answers) > 1
