{{ config(materialized='table') }}

-- When a person reached each stage of the funnel. People skip stages (a demo request goes straight to sales), and
-- integrations write late: a later stage proves the earlier ones, so no funnel has a hole.
with leads as (

    select * from {{ ref('int_leads_deduplicated') }}

),

conversions as (

    select * from {{ ref('int_lead_conversions') }}

),

reached as (

    select
        leads.lead_id,
        leads.created_at,
        leads.mql_at,
        leads.sql_at,
        conversions.opportunity_created_at as opportunity_at,
        cast(conversions.won_on as timestamp) as won_at,
        conversions.opportunity_id,
        conversions.crm_account_id
    from leads
    left join conversions
        on leads.lead_id = conversions.lead_id

),

filled as (

    select
        lead_id,
        opportunity_id,
        crm_account_id,
        created_at,
        least(mql_at, coalesce(sql_at, mql_at), coalesce(opportunity_at, mql_at)) as own_mql_at,
        least(sql_at, coalesce(opportunity_at, sql_at)) as own_sql_at,
        opportunity_at,
        won_at
    from reached

)

select
    lead_id,
    opportunity_id,
    crm_account_id,
    created_at,
    coalesce(own_mql_at, own_sql_at, opportunity_at, won_at) as mql_at,
    coalesce(own_sql_at, opportunity_at, won_at) as sql_at,
    coalesce(opportunity_at, won_at) as opportunity_at,
    won_at,
    {{ funnel_stage('coalesce(own_mql_at, own_sql_at, opportunity_at, won_at)', 'coalesce(own_sql_at, opportunity_at, won_at)', 'coalesce(opportunity_at, won_at)', 'won_at') }} as furthest_stage
from filled
