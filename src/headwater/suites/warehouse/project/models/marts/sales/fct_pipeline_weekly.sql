-- The open pipeline as it was at the end of each week. Never restated: last week's row does not change when the
-- opportunity does.
with states as (

    select * from {{ ref('int_opportunity_week_states') }}
    where is_open
        and not is_own_account

),

credits as (

    select * from {{ ref('int_opportunity_credits') }}

),

territories as (

    select * from {{ ref('dim_territories') }}

)

select
    {{ surrogate_key(['states.week_ending_on', 'states.opportunity_id']) }} as pipeline_week_id,
    states.week_ending_on,
    states.opportunity_id,
    states.stage,
    states.stage_order,
    states.amount,
    states.currency,
    states.amount_usd,
    {{ money('states.amount_usd * states.stage_probability') }} as weighted_amount_usd,
    states.close_date,
    states.close_fiscal_quarter,
    {{ fiscal_quarter('states.week_ending_on') }} as week_fiscal_quarter,
    states.close_date < states.week_ending_on as is_overdue,
    states.opportunity_type as type,
    states.product_line,
    states.owner_crm_user_id,
    credits.territory_id,
    territories.sales_region,
    territories.segment as territory_segment
from states
left join credits
    on states.opportunity_id = credits.opportunity_id
left join territories
    on credits.territory_id = territories.territory_id
