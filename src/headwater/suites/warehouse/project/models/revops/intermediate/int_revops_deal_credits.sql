-- Who is paid for a booking. The seller has the credit in full, their manager and the vice president an override on the same value.
-- Renewals pay nobody here: customer success has a bonus of its own (outside of the warehouse).
with bookings as (
    select * from {{ ref('fct_bookings') }}
    where booking_type <> 'renewal'
        and crm_user_id is not null
),

quarters as (
    select * from {{ ref('int_revops_quarters') }}
),

reps as (
    select * from {{ ref('dim_sales_reps') }}
),

heads as (
    -- there has been one vice president at a time; the first hired wins if there ever are two
    select
        crm_user_id,
        hired_on,
        left_on,
        row_number() over (order by hired_on, crm_user_id) as head_number
    from reps
    where role = 'VP'
),

direct as (
    select
        bookings.opportunity_id,
        bookings.crm_user_id as payee_crm_user_id,
        'seller' as credit_kind,
        bookings.booked_on,
        bookings.fiscal_quarter,
        bookings.acv_usd
    from bookings
),

overrides as (
    select
        bookings.opportunity_id,
        bookings.manager_crm_user_id as payee_crm_user_id,
        'manager' as credit_kind,
        bookings.booked_on,
        bookings.fiscal_quarter,
        bookings.acv_usd
    from bookings
    inner join reps
        on bookings.manager_crm_user_id = reps.crm_user_id
        and reps.role = 'Manager'
    -- a manager's own deal is paid once
    where bookings.manager_crm_user_id <> bookings.crm_user_id
),

head as (
    select
        bookings.opportunity_id,
        heads.crm_user_id as payee_crm_user_id,
        'vice president' as credit_kind,
        bookings.booked_on,
        bookings.fiscal_quarter,
        bookings.acv_usd
    from bookings
    inner join heads
        on heads.head_number = 1
        and bookings.booked_on >= heads.hired_on
        and (heads.left_on is null or bookings.booked_on <= heads.left_on)
    where bookings.crm_user_id <> heads.crm_user_id
),

unioned as (
    {% for credits in ['direct', 'overrides', 'head'] %}
    select * from {{ credits }}
    {%- if not loop.last %}
    union all
    {%- endif %}
    {% endfor %}
)

select
    {{ surrogate_key(['unioned.opportunity_id', 'unioned.credit_kind']) }} as deal_credit_id,
    unioned.opportunity_id,
    unioned.credit_kind,
    unioned.payee_crm_user_id,
    reps.rep_name as payee_name,
    reps.role as payee_role,
    unioned.booked_on,
    unioned.fiscal_quarter,
    quarters.fiscal_year,
    quarters.quarter_starts_on,
    unioned.acv_usd
from unioned
inner join quarters
    on unioned.fiscal_quarter = quarters.fiscal_quarter
left join reps
    on unioned.payee_crm_user_id = reps.crm_user_id
