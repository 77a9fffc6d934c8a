-- What was sold. A booking is counted on its close date and never changes its quarter.
with bookings as (

    select * from {{ ref('int_bookings_classified') }}

),

credits as (

    select * from {{ ref('int_opportunity_credits') }}

),

territories as (

    select * from {{ ref('dim_territories') }}

),

accounts as (

    select * from {{ ref('int_crm_accounts_current') }}

)

select
    bookings.opportunity_id,
    bookings.account_id,
    bookings.crm_account_id,
    bookings.booked_on,
    {{ month_start('bookings.booked_on') }} as month_start,
    bookings.fiscal_quarter,
    bookings.booking_type,
    bookings.booking_number,
    bookings.product_line,
    bookings.term_months,
    bookings.seats,
    bookings.currency,
    bookings.tcv,
    bookings.tcv_usd,
    bookings.acv_usd,
    case when bookings.booking_type = 'renewal' then 0 else bookings.acv_usd end as quota_acv_usd,
    credits.crm_user_id,
    credits.manager_crm_user_id,
    credits.territory_id,
    territories.sales_region,
    accounts.segment,
    accounts.industry,
    accounts.country_code,
    bookings.lead_source,
    bookings.source_channel,
    bookings.primary_campaign_id,
    bookings.renewed_license_id
from bookings
left join credits
    on bookings.opportunity_id = credits.opportunity_id
left join territories
    on credits.territory_id = territories.territory_id
left join accounts
    on bookings.crm_account_id = accounts.crm_account_id
