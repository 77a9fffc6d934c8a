-- What customer success works on: paid licences that end within the next 120 days, or ended and are in their grace period,
-- and have no successor yet.
with licenses as (
    select * from {{ ref('reg_licences') }}
    where is_paid
        and revoked_on is null
        and next_license_id is null
),

accounts as (
    select * from {{ ref('dim_accounts') }}
    where is_reportable
),

usage as (
    select * from {{ ref('fct_license_usage_monthly') }}
    where month_start = {{ month_start(as_of()) }}
)

select
    licenses.license_id,
    licenses.account_id,
    accounts.account_name,
    accounts.segment,
    accounts.region,
    licenses.sku,
    licenses.seats,
    licenses.expires_on,
    {{ date_diff_days(as_of(), 'licenses.expires_on') }} as days_left,
    licenses.expires_on < {{ as_of() }} as is_in_grace,
    {{ annualise('licenses.mrr_usd') }} as annual_value_usd,
    coalesce(usage.peak_monthly_active_users, 0) as active_users,
    usage.utilisation
from licenses
inner join accounts
    on licenses.account_id = accounts.account_id
left join usage
    on licenses.license_id = usage.license_id
where {{ grace_ends_on('licenses.expires_on') }} >= {{ as_of() }}
    and licenses.expires_on <= {{ to_date(date_add_days(as_of(), 120)) }}
    and licenses.starts_on <= {{ as_of() }}
