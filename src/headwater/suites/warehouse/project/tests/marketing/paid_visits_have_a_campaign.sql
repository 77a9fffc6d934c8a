select session_id, channel, utm_campaign
from {{ ref('fct_web_sessions') }} as sessions
where utm_campaign in (select utm_campaign from {{ ref('stg_marketing__ad_campaigns') }})
    and channel not in ('paid_search', 'paid_social', 'display')
