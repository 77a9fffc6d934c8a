with deliveries as (

    {{ deduplicate(source('crm', 'quotas'), 'id', '_loaded_at desc') }}

)

select
    {{ nullif_blank('id') }} as quota_id,
    {{ nullif_blank('user_id') }} as crm_user_id,
    upper({{ nullif_blank('fiscal_quarter') }}) as fiscal_quarter,
    {{ money('quota_amount') }} as quota_usd,
    _loaded_at as loaded_at
from deliveries
