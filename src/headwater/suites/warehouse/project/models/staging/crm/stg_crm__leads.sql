with deliveries as (

    {{ deduplicate(source('crm', 'leads'), 'id', '_loaded_at desc, created_date') }}

)

select
    {{ nullif_blank('id') }} as lead_id,
    {{ normalise_email('email') }} as email,
    {{ nullif_blank('company') }} as company_name,
    {{ nullif_blank('lead_source') }} as source_lead_source,
    {{ nullif_blank('status') }} as status,
    {{ nullif_blank('owner_id') }} as owner_crm_user_id,
    {{ nullif_blank('anonymous_id') }} as anonymous_id,
    {{ is_true('is_deleted') }} as is_deleted,
    created_date as created_at,
    mql_date as mql_at,
    sql_date as sql_at,
    converted_date as converted_at,
    {{ nullif_blank('converted_account_id') }} as converted_crm_account_id,
    {{ nullif_blank('converted_contact_id') }} as converted_contact_id,
    {{ nullif_blank('converted_opportunity_id') }} as converted_opportunity_id,
    _loaded_at as loaded_at
from deliveries
