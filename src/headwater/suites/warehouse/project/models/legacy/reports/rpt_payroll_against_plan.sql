-- Payroll by department and calendar quarter against the budget, by the rule with which the budget of 2022 was made: a twelfth a month.
-- Departments are those of the head count; the budget's cost centres are mapped by their owner's department.
with payroll as (

    select
        {{ fin_quarter('month') }} as calendar_quarter,
        min(month) as first_month,
        department,
        sum(cost_usd) as cost_usd,
        sum(joined) as joined,
        sum(left_us) as left_us,
        max(people) as most_people
    from {{ ref('fin_payroll_month') }}
    group by {{ fin_quarter('month') }}, department

),

ledger as (

    select
        {{ fin_quarter('entries.posted_on') }} as calendar_quarter,
        centers.department,
        sum(entries.debit_usd - entries.credit_usd) as booked_usd
    from {{ ref('stg_finance__gl_entries') }} as entries
    inner join {{ ref('stg_finance__cost_centers') }} as centers on entries.cost_center = centers.cost_center
    where entries.account_code in ('5200', '6000', '6100', '6200')
    group by {{ fin_quarter('entries.posted_on') }}, centers.department

),

budget as (

    select
        {{ fin_quarter('budgets.month_start') }} as calendar_quarter,
        centers.department,
        sum(budgets.budget_usd) as budget_usd,
        sum(case when budgets.budget_version = 'reforecast' then budgets.budget_usd else 0 end) as reforecast_usd
    from {{ ref('int_budgets_in_force') }} as budgets
    inner join {{ ref('stg_finance__cost_centers') }} as centers on budgets.cost_center = centers.cost_center
    where budgets.account_code in ('5200', '6000', '6100', '6200')
    group by {{ fin_quarter('budgets.month_start') }}, centers.department

)

select
    payroll.calendar_quarter,
    payroll.first_month,
    payroll.department,
    payroll.most_people,
    payroll.joined,
    payroll.left_us,
    payroll.cost_usd,
    coalesce(ledger.booked_usd, 0) as booked_usd,
    coalesce(budget.budget_usd, 0) as budget_usd,
    coalesce(budget.reforecast_usd, 0) as reforecast_usd,
    payroll.cost_usd - coalesce(ledger.booked_usd, 0) as rule_against_ledger_usd,
    coalesce(ledger.booked_usd, 0) - coalesce(budget.budget_usd, 0) as over_budget_usd,
    {{ safe_divide('ledger.booked_usd', 'budget.budget_usd', 4) }} as used_share
from payroll
left join ledger
    on payroll.calendar_quarter = ledger.calendar_quarter
    and payroll.department = ledger.department
left join budget
    on payroll.calendar_quarter = budget.calendar_quarter
    and payroll.department = budget.department
