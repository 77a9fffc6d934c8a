-- Steps of opportunities from one stage to the next, as a funnel counts them: the first time that a stage was entered, and what
-- happened to the deal from there. Steps back do not count twice.
with periods as (
    select * from {{ ref('fct_opportunity_stage_history') }}
),

first_entries as (
    {{ deduplicate('periods', 'opportunity_id, stage', 'period_number') }}
),

lengths as (
    select
        opportunity_id,
        stage,
        sum(days_in_stage) as days_in_stage,
        count(*) as times_in_stage
    from periods
    group by opportunity_id, stage
),

furthest as (
    -- the CRM's own furthest stage is the closed one for whatever is closed
    select
        opportunity_id,
        max(stage_order) as furthest_open_stage_order
    from periods
    where not {{ is_closed_stage('stage') }}
    group by opportunity_id
),

opportunities as (
    select * from {{ ref('fct_opportunities') }}
)

select
    {{ surrogate_key(['first_entries.opportunity_id', 'first_entries.stage']) }} as stage_step_id,
    first_entries.opportunity_id,
    first_entries.stage,
    first_entries.stage_order,
    first_entries.entered_on,
    first_entries.entered_fiscal_quarter,
    coalesce(lengths.days_in_stage, 0) as days_in_stage,
    lengths.times_in_stage,
    opportunities.type,
    coalesce(opportunities.segment, 'Unknown') as segment,
    opportunities.product_line,
    opportunities.territory_id,
    opportunities.amount_usd,
    opportunities.is_closed,
    opportunities.is_won,
    furthest.furthest_open_stage_order,
    case
        when opportunities.is_won then 'won'
        when opportunities.is_closed then 'lost'
        else 'open'
    end as fate,
    opportunities.is_won or furthest.furthest_open_stage_order > first_entries.stage_order as is_passed
from first_entries
inner join lengths
    on first_entries.opportunity_id = lengths.opportunity_id
    and first_entries.stage = lengths.stage
inner join furthest
    on first_entries.opportunity_id = furthest.opportunity_id
inner join opportunities
    on first_entries.opportunity_id = opportunities.opportunity_id
where not {{ is_closed_stage('first_entries.stage') }}
