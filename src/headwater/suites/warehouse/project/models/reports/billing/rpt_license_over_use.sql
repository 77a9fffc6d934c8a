-- Accounts that used more than they were licensed for, month by month, and what the missing seats are worth a year.
with usage as (
    select * from {{ ref('fct_license_usage_monthly') }}
    where is_paid
),

licenses as (
    select * from {{ ref('fct_licenses') }}
),

valued as (
    select
        usage.account_id,
        usage.month_start,
        usage.license_id,
        usage.entitled_seats,
        usage.peak_monthly_active_users,
        usage.users_over,
        usage.is_expired_use,
        {{ annualise(money('usage.users_over * licenses.mrr_usd / greatest(licenses.seats, 1)')) }} as value_over_usd
    from usage
    inner join licenses
        on usage.license_id = licenses.license_id
    where usage.account_id is not null
)

select
    account_id,
    month_start,
    count(*) as licenses,
    sum(entitled_seats) as entitled_seats,
    sum(peak_monthly_active_users) as active_users,
    sum(users_over) as users_over,
    {{ count_where('users_over > 0') }} as licenses_over,
    {{ count_where('is_expired_use') }} as licenses_expired,
    {{ money('sum(value_over_usd)') }} as value_over_usd,
    {{ safe_divide('sum(peak_monthly_active_users)', 'sum(entitled_seats)') }} as utilisation
from valued
group by account_id, month_start
