with usage as (
    select * from {{ ref('fct_license_usage_monthly') }}
),

accounts as (
    select * from {{ ref('dim_accounts') }}
    where is_reportable
)

select
    usage.license_id,
    usage.month_start,
    usage.account_id,
    accounts.account_name,
    accounts.segment,
    accounts.region,
    usage.sku,
    usage.servers,
    usage.entitled_seats,
    usage.peak_monthly_active_users,
    usage.users_over,
    usage.utilisation,
    usage.is_expired_use
from usage
inner join accounts
    on usage.account_id = accounts.account_id
where usage.is_paid
