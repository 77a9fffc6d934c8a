{{ config(materialized='table') }}

-- Opportunities as they were at the end of every week (Sunday, Pacific) from their creation to the week in which they
-- closed, that week included. Nothing here knows what happened later.
with weeks as (

    select
        date_day as week_ending_on,
        {{ to_date(date_add_days('date_day', -7)) }} as previous_week_ending_on
    from {{ ref('dim_dates') }}
    where date_day = {{ week_ending('date_day') }}
        and date_day between {{ history_start() }} and {{ as_of() }}

),

versions as (

    select
        *,
        {{ crm_local_date('valid_from') }} as valid_from_on,
        {{ crm_local_date('valid_to') }} as valid_to_on
    from {{ ref('int_opportunity_versions') }}

),

opportunities as (

    select * from {{ ref('int_opportunities_resolved') }}

),

rates as (

    select * from {{ ref('int_fx_rates_daily') }}

),

states as (

    select
        weeks.week_ending_on,
        weeks.previous_week_ending_on,
        versions.opportunity_id,
        versions.version_number,
        versions.stage,
        versions.amount,
        versions.close_date,
        versions.valid_from_on
    from weeks
    inner join versions
        on versions.valid_from_on <= weeks.week_ending_on
        and (versions.valid_to_on is null or versions.valid_to_on > weeks.week_ending_on)
    where not {{ is_closed_stage('versions.stage') }}
        or versions.valid_from_on > weeks.previous_week_ending_on

)

select
    states.week_ending_on,
    states.opportunity_id,
    states.version_number,
    states.stage,
    {{ stage_order('states.stage') }} as stage_order,
    not {{ is_closed_stage('states.stage') }} as is_open,
    {{ is_won_stage('states.stage') }} as is_won,
    states.amount,
    opportunities.currency,
    {{ to_usd('coalesce(states.amount, 0)', 'opportunities.currency', 'rates.usd_per_unit') }} as amount_usd,
    {{ stage_probability('states.stage') }} as stage_probability,
    states.close_date,
    {{ fiscal_quarter('states.close_date') }} as close_fiscal_quarter,
    opportunities.owner_crm_user_id,
    opportunities.opportunity_type,
    opportunities.product_line,
    opportunities.is_own_account
from states
inner join opportunities
    on states.opportunity_id = opportunities.opportunity_id
left join rates
    on opportunities.currency = rates.currency
    and {{ rate_date('states.close_date', 'states.week_ending_on') }} = rates.rate_date
