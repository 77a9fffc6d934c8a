with deliveries as (

    {{ deduplicate(source('crm', 'campaigns'), 'id', '_loaded_at desc') }}

)

select
    {{ nullif_blank('id') }} as campaign_id,
    {{ nullif_blank('name') }} as campaign_name,
    lower({{ nullif_blank('type') }}) as source_campaign_type,
    {{ nullif_blank('status') }} as status,
    start_date as starts_on,
    end_date as ends_on,
    {{ money('budgeted_cost') }} as budgeted_cost_usd,
    {{ money('actual_cost') }} as actual_cost_usd,
    {{ nullif_blank('ad_campaign_id') }} as ad_campaign_id,
    _loaded_at as loaded_at
from deliveries
