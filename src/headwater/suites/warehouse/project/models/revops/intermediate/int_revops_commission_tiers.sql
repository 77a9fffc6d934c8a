-- Each credit cut at the levels of its payee's plan. Without a quota everything is in the first tier: there is nothing to attain.
-- The role is today's; who was promoted is paid by hand for the quarter in which it happened.
with credits as (
    select * from {{ ref('int_revops_credit_running') }}
),

plans as (
    select * from {{ ref('commission_tiers') }}
),

cut as (
    select
        credits.deal_credit_id,
        credits.opportunity_id,
        credits.credit_kind,
        credits.payee_crm_user_id,
        credits.payee_role,
        credits.booked_on,
        credits.fiscal_quarter,
        credits.fiscal_year,
        credits.quota_usd,
        credits.acv_usd,
        credits.running_acv_usd,
        plans.tier_number,
        plans.attainment_from,
        plans.attainment_to,
        plans.rate,
        case
            when credits.quota_usd = 0 and plans.tier_number = 1 then credits.acv_usd
            when credits.quota_usd = 0 then 0
            else {{ part_between('credits.running_acv_usd', 'credits.acv_usd', money('credits.quota_usd * plans.attainment_from'), 'case when plans.attainment_to >= 9999 then 1000000000000 else ' ~ money('credits.quota_usd * plans.attainment_to') ~ ' end') }}
        end as acv_in_tier_usd
    from credits
    inner join plans
        on credits.fiscal_year = plans.fiscal_year
        and plans.role = case credits.credit_kind when 'manager' then 'Manager' when 'vice president' then 'VP' else 'AE' end
)

select
    deal_credit_id,
    opportunity_id,
    credit_kind,
    payee_crm_user_id,
    payee_role,
    booked_on,
    fiscal_quarter,
    fiscal_year,
    quota_usd,
    acv_usd,
    running_acv_usd,
    tier_number,
    rate,
    {{ money('acv_in_tier_usd') }} as acv_in_tier_usd,
    {{ money('acv_in_tier_usd * rate') }} as commission_usd
from cut
where acv_in_tier_usd > 0
