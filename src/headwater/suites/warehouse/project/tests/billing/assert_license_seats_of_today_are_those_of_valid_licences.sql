with daily as (
    select
        account_id,
        sku,
        active_seats
    from {{ ref('fct_license_seats_daily') }}
    where date_day = {{ as_of() }}
),

valid as (
    select
        account_id,
        sku,
        sum(seats) as seats
    from {{ ref('fct_licenses') }}
    where is_paid
        and starts_on <= {{ as_of() }}
        and expires_on >= {{ as_of() }}
        and (revoked_on is null or revoked_on > {{ as_of() }})
    group by account_id, sku
)

select
    coalesce(daily.account_id, valid.account_id) as account_id,
    daily.active_seats,
    valid.seats
from daily
full join valid
    on daily.account_id = valid.account_id
    and daily.sku = valid.sku
where coalesce(daily.active_seats, 0) <> coalesce(valid.seats, 0)
