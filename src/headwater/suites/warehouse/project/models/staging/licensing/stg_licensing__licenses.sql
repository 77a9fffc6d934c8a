with source as (
    select * from {{ source('licensing', 'licenses') }}
),

latest as (
    {{ deduplicate('source', 'license_id', '_loaded_at desc, issued_at desc') }}
)

select
    license_id,
    license_key,
    {{ nullif_blank('account_id') }} as account_id,
    {{ normalise_email('customer_email') }} as customer_email,
    {{ nullif_blank('crm_opportunity_id') }} as crm_opportunity_id,
    upper(trim(sku)) as sku,
    seats,
    issued_at,
    starts_on,
    expires_on,
    revoked_at,
    {{ nullif_blank('replaced_by_license_id') }} as replaced_by_license_id,
    _loaded_at as loaded_at
from latest
