with source as (
    select * from {{ source('raw_support', 'organizations') }}
)

select
    id as organization_id,
    {{ nullif_blank('name') }} as organization_name,
    {{ nullif_blank('external_id') }} as external_account_id,
    lower({{ nullif_blank('domain_names') }}) as domain_names,
    created_at,
    _loaded_at as loaded_at
from source
