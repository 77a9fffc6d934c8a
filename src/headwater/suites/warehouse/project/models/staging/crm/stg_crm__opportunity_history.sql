with deliveries as (

    {{ deduplicate(source('crm', 'opportunity_history'), 'id', '_loaded_at desc, created_date') }}

)

select
    {{ nullif_blank('id') }} as opportunity_change_id,
    {{ nullif_blank('opportunity_id') }} as opportunity_id,
    {{ nullif_blank('stage') }} as stage,
    {{ money('amount') }} as amount,
    close_date,
    created_date as changed_at,
    {{ nullif_blank('created_by_id') }} as changed_by_crm_user_id,
    _loaded_at as loaded_at
from deliveries
