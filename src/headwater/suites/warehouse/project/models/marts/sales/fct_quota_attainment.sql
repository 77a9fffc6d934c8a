-- Sellers' quotas and what they booked against them, by fiscal quarter. New business and expansion count; renewals do
-- not. Sellers without a quota who booked something are there, so that bookings add up.
with quotas as (

    select
        crm_user_id,
        fiscal_quarter,
        sum(full_quota_usd) as full_quota_usd,
        sum(quota_usd) as quota_usd,
        max(days_employed) as days_employed,
        max(days_in_quarter) as days_in_quarter
    from {{ ref('int_quotas_prorated') }}
    group by crm_user_id, fiscal_quarter

),

booked as (

    select
        crm_user_id,
        fiscal_quarter,
        sum(quota_acv_usd) as booked_acv_usd,
        sum(case when booking_type <> 'renewal' then 1 else 0 end) as deals
    from {{ ref('fct_bookings') }}
    where crm_user_id is not null
    group by crm_user_id, fiscal_quarter

),

joined as (

    select
        coalesce(quotas.crm_user_id, booked.crm_user_id) as crm_user_id,
        coalesce(quotas.fiscal_quarter, booked.fiscal_quarter) as fiscal_quarter,
        coalesce(quotas.full_quota_usd, 0) as full_quota_usd,
        coalesce(quotas.quota_usd, 0) as quota_usd,
        coalesce(quotas.days_employed, 0) as days_employed,
        quotas.days_in_quarter,
        coalesce(booked.booked_acv_usd, 0) as booked_acv_usd,
        coalesce(booked.deals, 0) as deals
    from quotas
    full join booked
        on quotas.crm_user_id = booked.crm_user_id
        and quotas.fiscal_quarter = booked.fiscal_quarter

),

quarters as (

    select distinct
        fiscal_quarter,
        fiscal_quarter_start
    from {{ ref('dim_dates') }}

)

select
    {{ surrogate_key(['joined.crm_user_id', 'joined.fiscal_quarter']) }} as attainment_id,
    joined.crm_user_id,
    reps.rep_name,
    reps.role,
    reps.territory_id,
    joined.fiscal_quarter,
    quarters.fiscal_quarter_start,
    joined.full_quota_usd,
    joined.quota_usd,
    joined.days_employed,
    joined.days_in_quarter,
    joined.booked_acv_usd,
    joined.deals,
    {{ safe_divide('joined.booked_acv_usd', 'joined.quota_usd') }} as attainment,
    {{ attainment_band(safe_divide('joined.booked_acv_usd', 'joined.quota_usd')) }} as attainment_band,
    reps.is_current
from joined
inner join quarters
    on joined.fiscal_quarter = quarters.fiscal_quarter
left join {{ ref('dim_sales_reps') }} as reps
    on joined.crm_user_id = reps.crm_user_id
where quarters.fiscal_quarter_start <= {{ as_of() }}
