with deliveries as (

    {{ deduplicate(source('marketing', 'web_sessions'), 'session_id', '_loaded_at desc, started_at') }}

)

select
    {{ nullif_blank('session_id') }} as session_id,
    {{ nullif_blank('anonymous_id') }} as anonymous_id,
    started_at,
    {{ to_date('started_at') }} as session_date,
    {{ url_path('landing_page') }} as landing_path,
    {{ url_host('referrer') }} as referrer_host,
    {{ normalise_utm('utm_source') }} as utm_source,
    {{ normalise_utm('utm_medium') }} as utm_medium,
    {{ normalise_utm('utm_campaign') }} as utm_campaign,
    lower({{ nullif_blank('device') }}) as device,
    {{ crm_country('country') }} as country_code,
    pages as page_count,
    {{ is_true('is_bot') }} as is_flagged_bot,
    _loaded_at as loaded_at
from deliveries
