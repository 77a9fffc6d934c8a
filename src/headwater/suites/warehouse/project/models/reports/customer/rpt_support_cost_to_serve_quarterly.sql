-- What a ticket costs: the support department's payroll over the tickets of the quarter.
with payroll as (
    select
        {{ fiscal_quarter('month_start') }} as fiscal_quarter,
        sum(cost_usd) as support_payroll_usd,
        sum(closing_headcount) as head_months
    from {{ ref('fct_headcount_monthly') }}
    where department = 'Support'
    group by 1
),

tickets as (
    select
        {{ fiscal_quarter('created_on') }} as fiscal_quarter,
        count(*) as tickets,
        sum(public_agent_comments) as answers
    from {{ ref('reg_tickets') }}
    group by 1
)

select
    payroll.fiscal_quarter,
    payroll.support_payroll_usd,
    tickets.tickets,
    {{ safe_divide('payroll.support_payroll_usd', 'tickets.tickets', 2) }} as cost_per_ticket_usd,
    {{ safe_divide('tickets.tickets', 'payroll.head_months', 2) }} as tickets_per_head_and_month,
    {{ safe_divide('tickets.answers', 'tickets.tickets', 2) }} as answers_per_ticket
from payroll
inner join tickets on payroll.fiscal_quarter = tickets.fiscal_quarter
