-- Quota and bookings by territory. A quota belongs to the territory that its seller had on their last day in the quarter;
-- a booking to the territory that it was credited to.
with quarters as (

    select
        fiscal_quarter,
        min(fiscal_quarter_start) as fiscal_quarter_start,
        max(date_day) as quarter_ends_on
    from {{ ref('dim_dates') }}
    group by fiscal_quarter

),

placed as (

    select
        quotas.quota_id,
        quotas.fiscal_quarter,
        quotas.quota_usd,
        coalesce(territories.territory_id, reps.territory_id, 'unassigned') as territory_id,
        row_number() over (partition by quotas.quota_id order by territories.version_number desc) as copy_number
    from {{ ref('int_quotas_prorated') }} as quotas
    inner join {{ ref('dim_sales_reps') }} as reps
        on quotas.crm_user_id = reps.crm_user_id
    left join {{ ref('int_sales_rep_territories') }} as territories
        on quotas.crm_user_id = territories.crm_user_id
        and least(quotas.quarter_ends_on, coalesce(reps.left_on, quotas.quarter_ends_on)) between territories.valid_from and coalesce(territories.valid_to, quotas.quarter_ends_on)

),

owed as (

    select
        territory_id,
        fiscal_quarter,
        sum(quota_usd) as quota_usd,
        count(*) as quotas
    from placed
    where copy_number = 1
    group by territory_id, fiscal_quarter

),

booked as (

    select
        territory_id,
        fiscal_quarter,
        sum(quota_acv_usd) as booked_acv_usd
    from {{ ref('agg_bookings_quarterly') }}
    group by territory_id, fiscal_quarter

),

joined as (

    select
        coalesce(owed.territory_id, booked.territory_id) as territory_id,
        coalesce(owed.fiscal_quarter, booked.fiscal_quarter) as fiscal_quarter,
        coalesce(owed.quota_usd, 0) as quota_usd,
        coalesce(owed.quotas, 0) as quotas,
        coalesce(booked.booked_acv_usd, 0) as booked_acv_usd
    from owed
    full join booked
        on owed.territory_id = booked.territory_id
        and owed.fiscal_quarter = booked.fiscal_quarter

)

select
    {{ surrogate_key(['joined.territory_id', 'joined.fiscal_quarter']) }} as territory_quarter_id,
    joined.territory_id,
    coalesce(territories.territory_name, 'Unassigned') as territory_name,
    coalesce(territories.sales_region, 'Unassigned') as sales_region,
    joined.fiscal_quarter,
    quarters.fiscal_quarter_start,
    joined.quotas,
    joined.quota_usd,
    joined.booked_acv_usd,
    {{ safe_divide('joined.booked_acv_usd', 'joined.quota_usd') }} as attainment
from joined
inner join quarters
    on joined.fiscal_quarter = quarters.fiscal_quarter
left join {{ ref('dim_territories') }} as territories
    on joined.territory_id = territories.territory_id
where quarters.fiscal_quarter_start <= {{ as_of() }}
