with deliveries as (

    {{ deduplicate(source('marketing', 'ad_campaigns'), 'ad_campaign_id', '_loaded_at desc') }}

)

select
    {{ nullif_blank('ad_campaign_id') }} as ad_campaign_id,
    lower({{ nullif_blank('platform') }}) as platform,
    {{ nullif_blank('name') }} as ad_campaign_name,
    {{ normalise_utm('utm_campaign') }} as utm_campaign,
    lower({{ nullif_blank('objective') }}) as objective,
    started_on,
    ended_on,
    _loaded_at as loaded_at
from deliveries
