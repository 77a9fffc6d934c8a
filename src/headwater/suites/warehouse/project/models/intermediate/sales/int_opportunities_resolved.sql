{{ config(materialized='table') }}

-- Opportunities on the accounts and owners of today: merged accounts are followed, and what a seller who left still
-- had open is worked by their manager. Deleted ones are gone for everybody.
with opportunities as (

    select * from {{ ref('stg_crm__opportunities') }}
    where not is_deleted

),

survivors as (

    select * from {{ ref('int_crm_accounts_survivors') }}

),

app_accounts as (

    select * from {{ ref('int_crm_account_app_accounts') }}

),

accounts as (

    select * from {{ ref('dim_accounts') }}

),

owners as (

    select * from {{ ref('stg_crm__users') }}

),

sources as (

    select * from {{ ref('map_lead_sources') }}

)

select
    opportunities.opportunity_id,
    survivors.surviving_crm_account_id as crm_account_id,
    app_accounts.account_id,
    opportunities.opportunity_name,
    opportunities.opportunity_type,
    opportunities.stage,
    {{ is_closed_stage('opportunities.stage') }} as is_closed,
    {{ is_won_stage('opportunities.stage') }} as is_won,
    opportunities.amount,
    opportunities.currency,
    opportunities.close_date,
    opportunities.created_at,
    opportunities.created_on,
    opportunities.forecast_category,
    coalesce(sources.lead_source, 'Other') as lead_source,
    coalesce(sources.channel, 'other') as source_channel,
    opportunities.lost_reason,
    opportunities.product_line,
    opportunities.term_months,
    opportunities.seats,
    opportunities.primary_campaign_id,
    opportunities.renewed_license_id,
    opportunities.owner_crm_user_id,
    case
        when not {{ is_closed_stage('opportunities.stage') }} and owners.left_on <= {{ as_of() }}
            then coalesce(owners.manager_crm_user_id, opportunities.owner_crm_user_id)
        else opportunities.owner_crm_user_id
    end as working_crm_user_id,
    -- prospects have no account in the app yet and count
    coalesce(accounts.is_internal, false) or coalesce(accounts.is_test, false) as is_own_account,
    opportunities.modified_at
from opportunities
left join survivors
    on opportunities.crm_account_id = survivors.crm_account_id
left join app_accounts
    on survivors.surviving_crm_account_id = app_accounts.crm_account_id
left join accounts
    on app_accounts.account_id = accounts.account_id
left join owners
    on opportunities.owner_crm_user_id = owners.crm_user_id
left join sources
    on lower(opportunities.source_lead_source) = sources.source_lead_source
