with usage as (
    select
        usage.license_id,
        usage.month_start,
        usage.entitled_seats,
        usage.account_id,
        usage.sku
    from {{ ref('fct_license_usage_monthly') }} as usage
    where usage.is_paid
        and not usage.is_expired_use
),

licensed as (
    select
        account_id,
        sku,
        {{ month_start('date_day') }} as month_start,
        max(active_seats) as seats
    from {{ ref('fct_license_seats_daily') }}
    group by account_id, sku, {{ month_start('date_day') }}
)

select
    usage.license_id,
    usage.month_start,
    usage.entitled_seats,
    licensed.seats
from usage
inner join licensed
    on usage.account_id = licensed.account_id
    and usage.sku = licensed.sku
    and usage.month_start = licensed.month_start
where usage.entitled_seats > licensed.seats
