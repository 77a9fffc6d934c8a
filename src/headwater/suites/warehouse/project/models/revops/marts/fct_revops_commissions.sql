-- Lines of commission statements: what was earned with each credit, and what was taken back later. Earned lines stand in the quarter
-- of the booking, clawbacks in the quarter in which the reason came up.
with earned as (
    select
        deal_credit_id,
        opportunity_id,
        credit_kind,
        payee_crm_user_id,
        payee_role,
        booked_on,
        fiscal_quarter,
        max(quota_usd) as quota_usd,
        max(acv_usd) as acv_usd,
        count(*) as tiers,
        max(tier_number) as highest_tier,
        sum(commission_usd) as commission_usd
    from {{ ref('int_revops_commission_tiers') }}
    group by deal_credit_id, opportunity_id, credit_kind, payee_crm_user_id, payee_role, booked_on, fiscal_quarter
),

taken_back as (
    select
        earned.deal_credit_id,
        earned.opportunity_id,
        earned.credit_kind,
        earned.payee_crm_user_id,
        earned.payee_role,
        clawbacks.clawed_back_on,
        clawbacks.clawback_reason,
        earned.acv_usd,
        {{ money('- earned.commission_usd * clawbacks.clawback_share') }} as commission_usd
    from earned
    inner join {{ ref('int_revops_clawbacks') }} as clawbacks
        on earned.deal_credit_id = clawbacks.deal_credit_id
    -- the letter says sellers and managers; the vice president's plan has no clawback
    where earned.credit_kind <> 'vice president'
        and clawbacks.clawed_back_on <= {{ as_of() }}
),

unioned as (
    select
        deal_credit_id,
        'earned' as line_kind,
        opportunity_id,
        credit_kind,
        payee_crm_user_id,
        payee_role,
        booked_on as line_date,
        cast(null as varchar) as clawback_reason,
        acv_usd,
        highest_tier,
        commission_usd
    from earned
    union all
    select
        deal_credit_id,
        'clawback' as line_kind,
        opportunity_id,
        credit_kind,
        payee_crm_user_id,
        payee_role,
        clawed_back_on as line_date,
        clawback_reason,
        acv_usd,
        cast(null as integer) as highest_tier,
        commission_usd
    from taken_back
)

select
    {{ surrogate_key(['unioned.deal_credit_id', 'unioned.line_kind']) }} as commission_line_id,
    unioned.deal_credit_id,
    unioned.line_kind,
    unioned.opportunity_id,
    unioned.credit_kind,
    unioned.payee_crm_user_id,
    reps.rep_name as payee_name,
    unioned.payee_role,
    unioned.line_date,
    {{ month_start('unioned.line_date') }} as line_month,
    {{ fiscal_quarter('unioned.line_date') }} as fiscal_quarter,
    unioned.clawback_reason,
    unioned.acv_usd,
    unioned.highest_tier,
    unioned.commission_usd,
    {{ safe_divide('unioned.commission_usd', 'unioned.acv_usd', 4) }} as effective_rate
from unioned
left join {{ ref('dim_sales_reps') }} as reps
    on unioned.payee_crm_user_id = reps.crm_user_id
