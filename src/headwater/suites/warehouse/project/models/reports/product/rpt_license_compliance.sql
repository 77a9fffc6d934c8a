-- Licences whose servers go on after expiry or count more people than were bought. One row a known licence.
with usage as (

    select * from {{ ref('fct_server_license_usage') }}
    where license_id is not null

),

accounts as (

    select * from {{ ref('dim_accounts') }}

)

select
    usage.license_id,
    usage.account_id,
    accounts.account_name,
    accounts.segment,
    usage.sku,
    max(usage.seats) as seats,
    count(distinct usage.server_id) as servers,
    max(usage.last_used_on) as last_used_on,
    max(usage.peak_monthly_active_users) as peak_monthly_active_users,
    max(usage.days_used_after_expiry) as days_used_after_expiry,
    {{ safe_divide('max(usage.peak_monthly_active_users)', 'max(usage.seats)') }} as seat_utilisation,
    {{ any_true('usage.is_over_seats') }} as is_over_seats,
    max(usage.days_used_after_expiry) > {{ var('license_grace_days') }} as is_used_after_grace
from usage
left join accounts
    on usage.account_id = accounts.account_id
group by usage.license_id, usage.account_id, accounts.account_name, accounts.segment, usage.sku
