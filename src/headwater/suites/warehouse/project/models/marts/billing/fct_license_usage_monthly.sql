{{ config(materialized='incremental', event_time='month_start', unique_key=['license_id', 'month_start'], incremental_strategy='merge') }}

-- Licensed seats against the people who used them, month by month: more people than seats is over-use, which the customer
-- settles at the next true-up.
with usage as (
    select * from {{ ref('int_license_usage_monthly') }}
),

licenses as (
    select * from {{ ref('fct_licenses') }}
)

select
    usage.license_id,
    usage.month_start,
    licenses.account_id,
    licenses.sku,
    licenses.is_paid,
    usage.servers,
    usage.peak_monthly_active_users,
    usage.registered_users,
    licenses.seats as entitled_seats,
    -- servers go on through the grace period, and some much longer
    usage.month_start > licenses.expires_on as is_expired_use,
    greatest(usage.peak_monthly_active_users - licenses.seats, 0) as users_over,
    {{ safe_divide('usage.peak_monthly_active_users', 'licenses.seats') }} as utilisation
from usage
inner join licenses
    on usage.license_id = licenses.license_id
{%- if is_incremental() %}
where usage.month_start >= (select {{ date_add_days('max(month_start)', -62) }} from {{ this }})
{%- endif %}
