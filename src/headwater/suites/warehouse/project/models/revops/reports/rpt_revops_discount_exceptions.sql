-- Deals of the last four quarters that the deal desk asks about: deep discounts that nobody negotiated, far over their peers, or at the
-- end of the quarter. One row for each deal, the strongest reason first.
with deals as (
    select * from {{ ref('fct_revops_discount_approvals') }}
    where deepest_discount > 0
),

quarters as (
    select * from {{ ref('int_revops_quarters') }}
),

latest as (
    select max(quarter_number) as quarter_number from quarters
),

recent as (
    select
        deals.*,
        quarters.quarter_number
    from deals
    inner join quarters
        on deals.fiscal_quarter = quarters.fiscal_quarter
    cross join latest
    where quarters.quarter_number > latest.quarter_number - 4
),

judged as (
    select
        recent.*,
        case
            when approval_path = 'never negotiated' then 1
            when over_peers >= 10 then 2
            when level_number >= 3 and is_quarter_end then 3
            when levels_moved < 0 then 4
            when is_quarter_end and over_peers > 5 then 5
        end as reason_number
    from recent
)

select
    judged.opportunity_id,
    judged.account_id,
    judged.fiscal_quarter,
    judged.close_date,
    judged.segment,
    judged.type,
    judged.stage,
    reps.rep_name,
    reps.manager_name,
    judged.amount_usd,
    judged.deepest_discount,
    judged.average_discount,
    judged.peer_discount,
    judged.approver,
    judged.days_in_negotiation,
    judged.reason_number,
    case judged.reason_number
        when 1 then 'escalated without negotiation'
        when 2 then 'far over its peers'
        when 3 then 'escalated at quarter end'
        when 4 then 'would be approved lower today'
        else 'over its peers at quarter end'
    end as reason
from judged
left join {{ ref('dim_sales_reps') }} as reps
    on judged.crm_user_id = reps.crm_user_id
where judged.reason_number is not null
