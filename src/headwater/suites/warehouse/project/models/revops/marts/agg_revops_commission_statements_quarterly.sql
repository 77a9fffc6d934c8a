-- One statement for each payee and quarter. A negative balance is carried into the next quarter, and not paid back; the carried part is
-- what a payee owes us from the quarters before.
with lines as (
    select * from {{ ref('fct_revops_commissions') }}
),

quarters as (
    select * from {{ ref('int_revops_quarters') }}
),

summed as (
    select
        payee_crm_user_id,
        max(payee_name) as payee_name,
        max(payee_role) as payee_role,
        fiscal_quarter,
        {{ count_where("line_kind = 'earned'") }} as credited_deals,
        {{ sum_where("line_kind = 'earned'", 'acv_usd') }} as credited_acv_usd,
        {{ sum_where("line_kind = 'earned'", 'commission_usd') }} as earned_usd,
        {{ sum_where("line_kind = 'clawback'", 'commission_usd') }} as clawed_back_usd,
        {{ pivot_sum('credit_kind', ['seller', 'manager', 'vice president'], 'commission_usd', prefix='as_', suffix='_usd') }},
        max(highest_tier) as highest_tier,
        sum(commission_usd) as balance_usd
    from lines
    group by payee_crm_user_id, fiscal_quarter
),

running as (
    select
        summed.*,
        quarters.quarter_starts_on,
        quarters.is_over,
        sum(summed.balance_usd) over (
            partition by summed.payee_crm_user_id order by quarters.quarter_starts_on rows between unbounded preceding and current row
        ) as balance_to_date_usd
    from summed
    inner join quarters
        on summed.fiscal_quarter = quarters.fiscal_quarter
),

floors as (
    -- the highest balance so far is what was ever to be paid in all; a payment is what the highest balance grew by
    select
        *,
        max(balance_to_date_usd) over (
            partition by payee_crm_user_id order by quarter_starts_on rows between unbounded preceding and current row
        ) as highest_balance_usd
    from running
)

select
    {{ surrogate_key(['payee_crm_user_id', 'fiscal_quarter']) }} as statement_id,
    payee_crm_user_id,
    payee_name,
    payee_role,
    fiscal_quarter,
    quarter_starts_on,
    is_over,
    credited_deals,
    credited_acv_usd,
    earned_usd,
    clawed_back_usd,
    as_seller_usd,
    as_manager_usd,
    as_vice_president_usd,
    highest_tier,
    balance_usd,
    balance_to_date_usd,
    greatest(highest_balance_usd, 0) - greatest(coalesce(lag(highest_balance_usd) over (partition by payee_crm_user_id order by quarter_starts_on), 0), 0) as payable_usd,
    greatest(highest_balance_usd, 0) - balance_to_date_usd as carried_debt_usd,
    {{ safe_divide('earned_usd', 'credited_acv_usd', 4) }} as effective_rate
from floors
