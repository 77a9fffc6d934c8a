{{ config(materialized='table') }}

-- What a licence is worth in each month at whose end it is covered, at the constant rate. The grace period counts only for
-- those who renewed within it.
with months as (
    {{ months_of_history() }}
),

versions as (
    select * from {{ ref('int_license_versions') }}
),

monthly_values as (
    select * from {{ ref('int_license_values') }}
)

select
    versions.license_id,
    months.month_start,
    versions.chain_id,
    versions.account_id,
    versions.sku,
    versions.seats,
    months.month_end > versions.ends_on as is_in_grace,
    monthly_values.currency,
    monthly_values.monthly_value as mrr,
    monthly_values.mrr_usd
from months
inner join versions
    on months.month_end >= versions.starts_on
    and months.month_end <= versions.covered_until
inner join monthly_values
    on versions.license_id = monthly_values.license_id
