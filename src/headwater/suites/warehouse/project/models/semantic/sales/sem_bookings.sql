select
    bookings.opportunity_id,
    bookings.booked_on,
    bookings.month_start,
    bookings.fiscal_quarter,
    bookings.booking_type,
    bookings.product_line,
    bookings.segment,
    bookings.industry,
    coalesce(bookings.sales_region, 'Unassigned') as sales_region,
    reps.rep_name,
    accounts.account_name,
    bookings.acv_usd,
    bookings.tcv_usd,
    bookings.seats
from {{ ref('fct_bookings') }} as bookings
left join {{ ref('dim_sales_reps') }} as reps
    on bookings.crm_user_id = reps.crm_user_id
left join {{ ref('dim_crm_accounts') }} as accounts
    on bookings.crm_account_id = accounts.crm_account_id
