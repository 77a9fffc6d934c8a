-- Periods of opportunities in their stages, and what came next.
with periods as (

    select * from {{ ref('int_opportunity_stage_periods') }}

),

opportunities as (

    select * from {{ ref('fct_opportunities') }}

)

select
    {{ surrogate_key(['periods.opportunity_id', 'periods.period_number']) }} as stage_period_id,
    periods.opportunity_id,
    periods.period_number,
    periods.from_stage,
    periods.stage,
    lead(periods.stage) over (partition by periods.opportunity_id order by periods.period_number) as to_stage,
    periods.stage_order,
    periods.entered_at,
    periods.entered_on,
    periods.left_at,
    periods.days_in_stage,
    periods.is_current,
    {{ stage_order('periods.from_stage') }} > periods.stage_order as is_step_back,
    opportunities.type,
    opportunities.segment,
    opportunities.product_line,
    opportunities.amount_usd,
    {{ fiscal_quarter('periods.entered_on') }} as entered_fiscal_quarter
from periods
inner join opportunities
    on periods.opportunity_id = opportunities.opportunity_id
