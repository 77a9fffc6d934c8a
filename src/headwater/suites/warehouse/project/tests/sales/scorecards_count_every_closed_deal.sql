with scorecards as (
    select fiscal_quarter, sum(closed_opportunities) as closed, sum(won_opportunities) as won
    from {{ ref('rpt_rep_scorecard') }}
    group by fiscal_quarter
),

deals as (
    select
        opportunities.fiscal_quarter,
        count(*) as closed,
        sum(case when opportunities.is_won then 1 else 0 end) as won
    from {{ ref('fct_opportunities') }} as opportunities
    inner join {{ ref('fct_quota_attainment') }} as attainment
        on opportunities.crm_user_id = attainment.crm_user_id
        and opportunities.fiscal_quarter = attainment.fiscal_quarter
    where opportunities.is_closed
        and opportunities.type <> 'Renewal'
    group by opportunities.fiscal_quarter
)

select deals.fiscal_quarter, deals.closed, scorecards.closed as scorecard_closed, deals.won, scorecards.won as scorecard_won
from deals
left join scorecards on deals.fiscal_quarter = scorecards.fiscal_quarter
where deals.closed <> coalesce(scorecards.closed, 0)
    or deals.won <> coalesce(scorecards.won, 0)
