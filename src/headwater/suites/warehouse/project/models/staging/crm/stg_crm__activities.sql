with deliveries as (

    {{ deduplicate(source('crm', 'activities'), 'id', '_loaded_at desc, activity_date') }}

)

select
    {{ nullif_blank('id') }} as activity_id,
    lower({{ nullif_blank('type') }}) as activity_type,
    {{ nullif_blank('owner_id') }} as owner_crm_user_id,
    {{ nullif_blank('contact_id') }} as contact_id,
    {{ nullif_blank('lead_id') }} as lead_id,
    {{ nullif_blank('opportunity_id') }} as opportunity_id,
    activity_date as occurred_at,
    {{ crm_local_date('activity_date') }} as occurred_on,
    {{ nullif_blank('subject') }} as subject,
    lower({{ nullif_blank('outcome') }}) as outcome,
    _loaded_at as loaded_at
from deliveries
