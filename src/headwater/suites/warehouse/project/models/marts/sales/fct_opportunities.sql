-- Opportunities as they are today, without those of our own and of test accounts.
with opportunities as (

    select * from {{ ref('int_opportunities_resolved') }}
    where not is_own_account

),

amounts as (

    select * from {{ ref('int_opportunity_amounts_usd') }}

),

credits as (

    select * from {{ ref('int_opportunity_credits') }}

),

slips as (

    select
        opportunity_id,
        count(*) as close_date_slips,
        sum(days_slipped) as days_slipped,
        sum(case when is_out_of_quarter then 1 else 0 end) as quarter_slips
    from {{ ref('int_opportunity_close_date_slips') }}
    group by opportunity_id

),

stages as (

    select
        opportunity_id,
        max(stage_order) as furthest_stage_order,
        max(case when is_current then entered_on end) as stage_entered_on,
        max(case when is_current then days_in_stage end) as days_in_current_stage
    from {{ ref('int_opportunity_stage_periods') }}
    group by opportunity_id

),

accounts as (

    select * from {{ ref('int_crm_accounts_current') }}

)

select
    opportunities.opportunity_id,
    opportunities.account_id,
    opportunities.crm_account_id,
    opportunities.opportunity_name,
    opportunities.opportunity_type as type,
    opportunities.stage,
    opportunities.is_closed,
    opportunities.is_won,
    opportunities.forecast_category,
    opportunities.amount,
    opportunities.currency,
    amounts.usd_per_unit,
    coalesce(amounts.amount_usd, 0) as amount_usd,
    amounts.first_amount_usd,
    {{ deal_size_band('amounts.amount_usd') }} as deal_size_band,
    {{ money('coalesce(amounts.amount_usd, 0) * ' ~ stage_probability('opportunities.stage')) }} as weighted_amount_usd,
    opportunities.created_at,
    opportunities.created_on,
    opportunities.close_date,
    case when opportunities.is_closed then opportunities.close_date end as closed_on,
    {{ fiscal_quarter('opportunities.close_date') }} as fiscal_quarter,
    case when opportunities.is_closed then greatest({{ date_diff_days('opportunities.created_on', 'opportunities.close_date') }}, 0) end as sales_cycle_days,
    {{ date_diff_days('opportunities.created_on', 'least(opportunities.close_date, ' ~ as_of() ~ ')') }} as age_days,
    amounts.first_close_date,
    coalesce(slips.close_date_slips, 0) as close_date_slips,
    coalesce(slips.days_slipped, 0) as days_slipped,
    coalesce(slips.quarter_slips, 0) as quarter_slips,
    stages.furthest_stage_order,
    stages.stage_entered_on,
    stages.days_in_current_stage,
    opportunities.product_line,
    opportunities.term_months,
    opportunities.seats,
    opportunities.lead_source,
    opportunities.source_channel,
    opportunities.lost_reason,
    opportunities.primary_campaign_id,
    opportunities.renewed_license_id,
    opportunities.owner_crm_user_id,
    credits.crm_user_id,
    credits.territory_id,
    accounts.segment,
    accounts.industry
from opportunities
left join amounts
    on opportunities.opportunity_id = amounts.opportunity_id
left join credits
    on opportunities.opportunity_id = credits.opportunity_id
left join slips
    on opportunities.opportunity_id = slips.opportunity_id
left join stages
    on opportunities.opportunity_id = stages.opportunity_id
left join accounts
    on opportunities.crm_account_id = accounts.crm_account_id
