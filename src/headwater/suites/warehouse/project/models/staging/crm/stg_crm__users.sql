with deliveries as (

    {{ deduplicate(source('crm', 'users'), 'id', '_loaded_at desc') }}

)

select
    {{ nullif_blank('id') }} as crm_user_id,
    {{ nullif_blank('name') }} as user_name,
    {{ normalise_email('email') }} as email,
    {{ nullif_blank('role') }} as role,
    {{ nullif_blank('manager_id') }} as manager_crm_user_id,
    {{ nullif_blank('territory_id') }} as territory_id,
    {{ is_true('is_active') }} as is_active,
    role = 'Integration' as is_integration,
    hired_on,
    left_on,
    _loaded_at as loaded_at
from deliveries
