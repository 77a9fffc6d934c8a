-- Quotas for the days that a seller was with us: who starts or leaves within a quarter owes that part of it. Ramp-up is
-- not taken off here; sales operations sets it in the quota itself.
with quotas as (

    select * from {{ ref('stg_crm__quotas') }}

),

quarters as (

    select
        fiscal_quarter,
        min(date_day) as quarter_starts_on,
        max(date_day) as quarter_ends_on
    from {{ ref('dim_dates') }}
    group by fiscal_quarter

),

sellers as (

    select * from {{ ref('stg_crm__users') }}
    where not is_integration

),

worked as (

    select
        quotas.quota_id,
        quotas.crm_user_id,
        quotas.fiscal_quarter,
        quarters.quarter_starts_on,
        quarters.quarter_ends_on,
        quotas.quota_usd as full_quota_usd,
        {{ date_diff_days('quarters.quarter_starts_on', 'quarters.quarter_ends_on') }} + 1 as days_in_quarter,
        {{ overlap_days('quarters.quarter_starts_on', 'quarters.quarter_ends_on', 'coalesce(sellers.hired_on, quarters.quarter_starts_on)', 'sellers.left_on') }} as days_employed
    from quotas
    inner join quarters
        on quotas.fiscal_quarter = quarters.fiscal_quarter
    inner join sellers
        on quotas.crm_user_id = sellers.crm_user_id

)

select
    *,
    {{ money('full_quota_usd * days_employed / days_in_quarter') }} as quota_usd
from worked
