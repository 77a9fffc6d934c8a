-- How long won deals took, by the quarter in which they were won, deal size and segment; and where the time went.
with won as (

    select * from {{ ref('reg_opportunities') }}
    where is_won
        and type <> 'Renewal'

),

stage_days as (

    select
        opportunity_id,
        {{ sum_where("stage = 'Discovery'", 'days_in_stage') }} as discovery_days,
        {{ sum_where("stage = 'Evaluation'", 'days_in_stage') }} as evaluation_days,
        {{ sum_where("stage = 'Proposal'", 'days_in_stage') }} as proposal_days,
        {{ sum_where("stage = 'Negotiation'", 'days_in_stage') }} as negotiation_days
    from {{ ref('fct_opportunity_stage_history') }}
    where days_in_stage is not null
    group by opportunity_id

)

select
    {{ surrogate_key(['won.fiscal_quarter', 'won.segment', 'won.deal_size_band']) }} as sales_cycle_id,
    won.fiscal_quarter,
    {{ fiscal_quarter_start('min(won.closed_on)') }} as fiscal_quarter_start,
    won.segment,
    won.deal_size_band,
    count(*) as won_opportunities,
    {{ median('won.sales_cycle_days') }} as median_cycle_days,
    sum(won.sales_cycle_days) as cycle_days,
    sum(coalesce(stage_days.discovery_days, 0)) as discovery_days,
    sum(coalesce(stage_days.evaluation_days, 0)) as evaluation_days,
    sum(coalesce(stage_days.proposal_days, 0)) as proposal_days,
    sum(coalesce(stage_days.negotiation_days, 0)) as negotiation_days,
    sum(won.close_date_slips) as close_date_slips
from won
left join stage_days
    on won.opportunity_id = stage_days.opportunity_id
group by won.fiscal_quarter, won.segment, won.deal_size_band
