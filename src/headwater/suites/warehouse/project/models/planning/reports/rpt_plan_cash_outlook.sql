-- will the cash last? The last twelve months and the rest of the fiscal year
with outlook as (
    select * from {{ ref('fct_plan_cash_outlook_monthly') }}
),

balances as (
    select
        month_start,
        closing_balance_usd
    from {{ ref('fct_trial_balance_monthly') }}
    where account_code = '1000'
),

last_balance as (
    select
        month_start,
        closing_balance_usd
    from balances
    where month_start = (select max(month_start) from balances where month_start <= {{ as_of() }})
),

ahead as (
    select
        outlook.*,
        sum(case when outlook.is_past then 0 else outlook.net_cash_usd end) over (order by outlook.month_start rows between unbounded preceding and current row) as net_ahead_usd
    from outlook
)

select
    ahead.month_start,
    ahead.fiscal_year,
    ahead.fiscal_quarter,
    ahead.is_past,
    ahead.received_usd,
    ahead.expected_by_pattern_usd,
    {{ safe_divide('ahead.received_usd - ahead.expected_by_pattern_usd', 'ahead.expected_by_pattern_usd', 4) }} as received_to_pattern,
    ahead.deductions_usd,
    ahead.payroll_usd,
    ahead.vendors_usd,
    ahead.net_cash_usd,
    case when ahead.is_past then balances.closing_balance_usd else last_balance.closing_balance_usd + ahead.net_ahead_usd end as closing_cash_usd
from ahead
cross join last_balance
left join balances
    on ahead.month_start = balances.month_start
