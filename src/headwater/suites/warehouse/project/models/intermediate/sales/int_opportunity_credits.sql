-- Who gets the credit for an opportunity, and which territory: the seller who worked it, in the territory that they had
-- when it closed (or have now, while it is open). Deals that close after the seller left stay in their last territory.
with opportunities as (

    select
        opportunity_id,
        working_crm_user_id,
        {{ rate_date('close_date', as_of()) }} as credited_on
    from {{ ref('int_opportunities_resolved') }}

),

territories as (

    select * from {{ ref('int_sales_rep_territories') }}

),

candidates as (

    select
        opportunities.opportunity_id,
        opportunities.working_crm_user_id as crm_user_id,
        opportunities.credited_on,
        territories.territory_id,
        territories.manager_crm_user_id,
        territories.version_number,
        case
            when opportunities.credited_on between territories.valid_from and coalesce(territories.valid_to, {{ as_of() }}) then 1
            when opportunities.credited_on > territories.valid_to then 2
            else 3
        end as fit
    from opportunities
    left join territories
        on opportunities.working_crm_user_id = territories.crm_user_id

),

chosen as (

    {{ deduplicate('candidates', partition_by='opportunity_id', order_by='fit, version_number desc') }}

)

select
    opportunity_id,
    crm_user_id,
    manager_crm_user_id,
    territory_id,
    credited_on
from chosen
