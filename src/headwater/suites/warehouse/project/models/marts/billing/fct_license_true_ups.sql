-- Versions of a running term: seats that were added, or an edition that was changed, and for how many days they were paid.
with versions as (
    select * from {{ ref('int_license_versions') }}
    where version_number > 1
),

monthly_values as (
    select * from {{ ref('int_license_values') }}
)

select
    versions.license_id,
    versions.chain_id,
    versions.account_id,
    versions.starts_on as changed_on,
    {{ month_start('versions.starts_on') }} as changed_month,
    versions.previous_sku,
    versions.sku,
    case when versions.sku <> versions.previous_sku then 'edition' else 'seats' end as change_type,
    versions.previous_seats,
    versions.seats,
    versions.seats - versions.previous_seats as seats_added,
    {{ date_diff_days('versions.starts_on', day_after('versions.expires_on')) }} as days_left,
    monthly_values.mrr_usd,
    {{ money('monthly_values.mrr_usd - previous_values.mrr_usd') }} as mrr_change_usd
from versions
inner join monthly_values
    on versions.license_id = monthly_values.license_id
inner join {{ ref('int_license_versions') }} as previous_versions
    on versions.chain_id = previous_versions.chain_id
    and versions.term_number = previous_versions.term_number
    and versions.version_number = previous_versions.version_number + 1
inner join monthly_values as previous_values
    on previous_versions.license_id = previous_values.license_id
