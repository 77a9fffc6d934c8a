with deliveries as (

    {{ deduplicate(source('crm', 'accounts'), 'id', 'last_modified_date desc, _loaded_at desc') }}

)

select
    {{ nullif_blank('id') }} as crm_account_id,
    {{ nullif_blank('name') }} as account_name,
    {{ url_host('website') }} as website_domain,
    {{ nullif_blank('type') }} as account_type,
    {{ nullif_blank('industry') }} as source_industry,
    employees as employee_count,
    {{ crm_country('billing_country') }} as country_code,
    {{ nullif_blank('parent_id') }} as parent_crm_account_id,
    {{ nullif_blank('owner_id') }} as owner_crm_user_id,
    {{ nullif_blank('csm_id') }} as csm_crm_user_id,
    {{ nullif_blank('app_account_id') }} as app_account_id,
    {{ nullif_blank('merged_into_id') }} as merged_into_crm_account_id,
    {{ is_true('is_deleted') }} as is_deleted,
    created_date as created_at,
    {{ crm_local_date('created_date') }} as created_on,
    last_modified_date as modified_at,
    _loaded_at as loaded_at
from deliveries
