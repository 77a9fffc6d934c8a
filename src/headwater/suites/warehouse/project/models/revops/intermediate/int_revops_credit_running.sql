-- Credits of a payee in the order of booking, with the running total of the quarter and the quota that it is measured against. The
-- quota of a manager or the vice president is their own letter's, not the sum of their people's.
with credits as (
    select * from {{ ref('int_revops_deal_credits') }}
),

owed as (
    select
        crm_user_id,
        fiscal_quarter,
        ramped_quota_usd
    from {{ ref('int_revops_rep_quarters') }}
)

select
    credits.deal_credit_id,
    credits.opportunity_id,
    credits.credit_kind,
    credits.payee_crm_user_id,
    credits.payee_name,
    credits.payee_role,
    credits.booked_on,
    credits.fiscal_quarter,
    credits.fiscal_year,
    credits.quarter_starts_on,
    credits.acv_usd,
    coalesce(owed.ramped_quota_usd, 0) as quota_usd,
    sum(credits.acv_usd) over (
        partition by credits.payee_crm_user_id, credits.fiscal_quarter
        order by credits.booked_on, credits.opportunity_id, credits.credit_kind
        rows between unbounded preceding and current row
    ) as running_acv_usd,
    row_number() over (
        partition by credits.payee_crm_user_id, credits.fiscal_quarter
        order by credits.booked_on, credits.opportunity_id, credits.credit_kind
    ) as credit_number
from credits
left join owed
    on credits.payee_crm_user_id = owed.crm_user_id
    and credits.fiscal_quarter = owed.fiscal_quarter
