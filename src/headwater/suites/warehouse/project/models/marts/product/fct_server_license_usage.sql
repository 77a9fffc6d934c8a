-- How servers use their licences: under which, until when, and whether they went on after it ended.
with matches as (

    select * from {{ ref('int_server_license_matches') }}

),

servers as (

    select * from {{ ref('dim_servers') }}
    where is_reportable

),

peaks as (

    select
        server_id,
        license_key,
        max(registered_users) as peak_registered_users,
        max(monthly_active_users) as peak_monthly_active_users
    from {{ ref('fct_server_daily_activity') }}
    where license_key is not null and is_reported
    group by server_id, license_key

)

select
    {{ surrogate_key(['matches.server_id', 'matches.license_key']) }} as license_usage_id,
    matches.server_id,
    matches.license_key,
    matches.license_id,
    matches.account_id,
    matches.sku,
    matches.seats,
    matches.first_used_on,
    matches.last_used_on,
    matches.days_used,
    matches.expires_on,
    matches.is_known_key,
    matches.match_rank = 1 as is_current,
    peaks.peak_registered_users,
    peaks.peak_monthly_active_users,
    greatest(coalesce({{ date_diff_days('matches.expires_on', 'matches.last_used_on') }}, 0), 0) as days_used_after_expiry,
    coalesce(peaks.peak_monthly_active_users > matches.seats, false) as is_over_seats
from matches
inner join servers
    on matches.server_id = servers.server_id
left join peaks
    on
        matches.server_id = peaks.server_id
        and matches.license_key = peaks.license_key
