with deliveries as (

    {{ deduplicate(source('crm', 'campaign_members'), 'id', '_loaded_at desc, created_date') }}

)

select
    {{ nullif_blank('id') }} as campaign_member_id,
    {{ nullif_blank('campaign_id') }} as campaign_id,
    {{ nullif_blank('lead_id') }} as lead_id,
    {{ nullif_blank('contact_id') }} as contact_id,
    lower({{ nullif_blank('status') }}) as member_status,
    created_date as joined_at,
    _loaded_at as loaded_at
from deliveries
