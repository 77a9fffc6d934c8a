-- Statements of the last two quarters as payees get them, with the quarter before for comparison.
with statements as (
    select * from {{ ref('agg_revops_commission_statements_quarterly') }}
),

quarters as (
    select * from {{ ref('int_revops_quarters') }}
)

select
    statements.statement_id,
    statements.payee_name,
    statements.payee_role,
    statements.fiscal_quarter,
    statements.is_over,
    statements.credited_deals,
    statements.credited_acv_usd,
    quota.ramped_quota_usd,
    {{ safe_divide('statements.credited_acv_usd', 'quota.ramped_quota_usd', 4) }} as attainment,
    statements.earned_usd,
    statements.clawed_back_usd,
    statements.carried_debt_usd,
    statements.payable_usd,
    statements.effective_rate,
    earlier.payable_usd as payable_before_usd,
    case when statements.is_over then 'final' else 'preliminary' end as statement_state
from statements
inner join quarters
    on statements.fiscal_quarter = quarters.fiscal_quarter
left join statements as earlier
    on statements.payee_crm_user_id = earlier.payee_crm_user_id
    and quarters.previous_fiscal_quarter = earlier.fiscal_quarter
left join {{ ref('fct_revops_quota_quarterly') }} as quota
    on statements.payee_crm_user_id = quota.crm_user_id
    and statements.fiscal_quarter = quota.fiscal_quarter
where quarters.quarter_number >= (select max(quarter_number) - 1 from {{ ref('int_revops_quarters') }})
