with source as (

    select * from {{ source('app', 'account_changes') }}

)

select
    change_id as account_change_id,
    account_id,
    operation,
    trim(name) as account_name,
    owner_user_id,
    nullif(trim(industry), '') as industry,
    employee_band,
    {{ normalise_country('billing_country') }} as country_code,
    changed_at,
    _loaded_at as loaded_at
from source
