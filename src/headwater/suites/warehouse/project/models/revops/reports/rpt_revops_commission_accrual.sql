-- The accrual that finance books at a month's end for commissions: earned less clawed back, by month, role and kind, and its share of
-- what the sales department costs in the ledger.
with lines as (
    select * from {{ ref('fct_revops_commissions') }}
),

payroll as (
    select
        month_start,
        sum(actual_usd) as sales_payroll_usd
    from {{ ref('fct_budget_vs_actual') }}
    where department = 'Sales'
        and account_name like '%payroll%'
    group by month_start
),

months as (
    select
        line_month as month_start,
        {{ pivot_sum('credit_kind', ['seller', 'manager', 'vice president'], 'commission_usd', suffix='_usd') }},
        {{ sum_where("line_kind = 'earned'", 'commission_usd') }} as earned_usd,
        {{ sum_where("line_kind = 'clawback'", 'commission_usd') }} as clawed_back_usd,
        sum(commission_usd) as accrual_usd,
        count(distinct payee_crm_user_id) as payees,
        count(distinct opportunity_id) as deals
    from lines
    group by line_month
)

select
    months.month_start,
    {{ fiscal_quarter('months.month_start') }} as fiscal_quarter,
    months.payees,
    months.deals,
    months.seller_usd,
    months.manager_usd,
    months.vice_president_usd,
    months.earned_usd,
    months.clawed_back_usd,
    months.accrual_usd,
    sum(months.accrual_usd) over (partition by {{ fiscal_quarter('months.month_start') }} order by months.month_start rows between unbounded preceding and current row) as accrual_qtd_usd,
    coalesce(payroll.sales_payroll_usd, 0) as sales_payroll_usd,
    {{ safe_divide('months.accrual_usd', 'payroll.sales_payroll_usd', 4) }} as accrual_to_payroll
from months
left join payroll
    on months.month_start = payroll.month_start
