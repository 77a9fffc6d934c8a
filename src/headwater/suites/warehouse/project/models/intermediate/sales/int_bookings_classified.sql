-- Won opportunities as bookings: what they are to the company, what they are worth a year and in all.
with won as (

    select * from {{ ref('int_opportunities_resolved') }}
    where is_won
        and not is_own_account
        and close_date <= {{ as_of() }}

),

amounts as (

    select * from {{ ref('int_opportunity_amounts_usd') }}

),

numbered as (

    select
        won.*,
        amounts.amount_usd,
        row_number() over (
            partition by won.crm_account_id
            order by won.close_date, won.created_at, won.opportunity_id
        ) as booking_number
    from won
    inner join amounts
        on won.opportunity_id = amounts.opportunity_id

)

select
    opportunity_id,
    crm_account_id,
    account_id,
    opportunity_type,
    booking_number,
    {{ booking_type('opportunity_type', 'booking_number - 1') }} as booking_type,
    close_date as booked_on,
    {{ fiscal_quarter('close_date') }} as fiscal_quarter,
    product_line,
    term_months,
    seats,
    currency,
    amount as tcv,
    coalesce(amount_usd, 0) as tcv_usd,
    {{ annual_value('coalesce(amount_usd, 0)', 'term_months') }} as acv_usd,
    owner_crm_user_id,
    lead_source,
    source_channel,
    primary_campaign_id,
    renewed_license_id
from numbered
