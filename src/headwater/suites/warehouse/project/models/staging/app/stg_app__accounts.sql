with source as (

    select * from {{ source('app', 'accounts') }}

)

select
    account_id,
    trim(name) as account_name,
    {{ normalise_country('billing_country') }} as country_code,
    nullif(trim(industry), '') as industry,
    employee_band,
    owner_user_id,
    nullif(trim(crm_account_id), '') as crm_account_id,
    coalesce(is_internal, false) as is_internal,
    coalesce(is_test, false) as is_test,
    deleted_at is not null as is_deleted,
    created_at,
    updated_at,
    deleted_at,
    _loaded_at as loaded_at
from source
