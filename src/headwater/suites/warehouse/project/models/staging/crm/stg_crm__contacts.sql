with deliveries as (

    {{ deduplicate(source('crm', 'contacts'), 'id', '_loaded_at desc, created_date') }}

)

select
    {{ nullif_blank('id') }} as contact_id,
    {{ nullif_blank('account_id') }} as crm_account_id,
    {{ normalise_email('email') }} as email,
    {{ nullif_blank('title') }} as title,
    {{ is_true('is_deleted') }} as is_deleted,
    created_date as created_at,
    _loaded_at as loaded_at
from deliveries
