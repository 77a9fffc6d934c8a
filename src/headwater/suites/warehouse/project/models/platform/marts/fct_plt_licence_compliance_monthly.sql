-- What a licence was used for in a month, in the two readings that are argued about:
--   strict (legal, contract 2023-05): any day past the last valid one, any user over the seats
--   lenient (sales ops): grace days, 10 % over seats, renewals in the same chain count as never expired
-- Both stay. Invoices follow the lenient one, audits the strict one.
with u as (
    select
        license_id,
        month_start,
        min(account_id) as account_id,
        min(sku) as sku,
        {{ any_true('is_paid') }} as is_paid,
        min(seats) as seats,
        min(expires_on) as expires_on,
        min(covered_until) as covered_until,
        min(revoked_on) as revoked_on,
        {{ any_true('next_license_id is not null') }} as has_successor,
        count(*) as servers,
        sum(coalesce(mau_peak, 0)) as mau,
        sum(coalesce(reg_peak, 0)) as reg,
        {{ count_where('mau_peak is null') }} as silent_servers,
        {{ count_where('is_wrong_edition') }} as wrong_edition_servers,
        {{ count_where('is_used_revoked') }} as revoked_servers,
        max(days_past_expiry) as days_past_expiry,
        max(last_day) as last_day
    from {{ ref('int_plt_lic_srv_months') }}
    where license_id is not null
    group by license_id, month_start
), x as (
    select
        u.*,
        greatest(mau - seats, 0) as over_strict,
        greatest(mau - cast(floor(seats * 1.1) as integer), 0) as over_lenient,
        greatest({{ date_diff_days('covered_until', 'last_day') }}, 0) as days_past_cover,
        max(mau) over (partition by license_id order by month_start rows between 2 preceding and current row) as mau_3m
    from u
)
select
    {{ surrogate_key(['license_id', 'month_start']) }} as compliance_id,
    license_id,
    month_start,
    account_id,
    sku,
    is_paid,
    seats,
    servers,
    silent_servers,
    mau,
    mau_3m,
    reg,
    expires_on,
    revoked_on,
    days_past_expiry,
    days_past_cover,
    over_strict,
    over_lenient,
    wrong_edition_servers,
    {{ safe_divide('mau', 'seats', 4) }} as utilisation,
    {{ plt_util_band(safe_divide('mau', 'seats', 4)) }} as util_band,
    case
        when revoked_servers > 0 then 'revoked'
        when days_past_expiry > 0 then 'expired'
        when over_strict > 0 then 'over_seats'
        when wrong_edition_servers > 0 then 'wrong_edition'
        when silent_servers = servers then 'unknown'
        else 'ok'
    end as strict_status,
    case
        when revoked_servers > 0 and not has_successor then 'revoked'
        when days_past_cover > {{ grace_days() }} and not has_successor then 'expired'
        when over_lenient > 0 then 'over_seats'
        when silent_servers = servers then 'unknown'
        else 'ok'
    end as lenient_status
from x
