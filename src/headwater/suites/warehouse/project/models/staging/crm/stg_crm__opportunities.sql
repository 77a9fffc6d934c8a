with deliveries as (

    {{ deduplicate(source('crm', 'opportunities'), 'id', 'last_modified_date desc, _loaded_at desc') }}

)

select
    {{ nullif_blank('id') }} as opportunity_id,
    {{ nullif_blank('account_id') }} as crm_account_id,
    {{ nullif_blank('owner_id') }} as owner_crm_user_id,
    {{ nullif_blank('name') }} as opportunity_name,
    {{ nullif_blank('type') }} as opportunity_type,
    {{ nullif_blank('stage') }} as stage,
    {{ money('amount') }} as amount,
    {{ crm_currency('currency') }} as currency,
    probability as rep_probability,
    close_date,
    created_date as created_at,
    {{ crm_local_date('created_date') }} as created_on,
    last_modified_date as modified_at,
    {{ forecast_category('forecast_category', 'stage') }} as forecast_category,
    {{ nullif_blank('lead_source') }} as source_lead_source,
    {{ nullif_blank('lost_reason') }} as lost_reason,
    {{ nullif_blank('product_line') }} as product_line,
    coalesce(term_months, 12) as term_months,
    seats,
    {{ nullif_blank('primary_campaign_id') }} as primary_campaign_id,
    {{ nullif_blank('renewed_license_id') }} as renewed_license_id,
    {{ is_true('is_deleted') }} as is_deleted,
    _loaded_at as loaded_at
from deliveries
