with source as (
    select * from {{ source('raw_finance', 'cost_centers') }}
)

select
    cost_center,
    trim(name) as cost_center_name,
    trim(department) as department,
    {{ normalise_email('owner_email') }} as owner_email,
    _loaded_at as loaded_at
from source
