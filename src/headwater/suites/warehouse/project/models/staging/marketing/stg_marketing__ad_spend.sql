-- One row for each statement of a day's spend: a platform restates a day up to three days later, and sends both.
with statements as (

    {{ deduplicate(
        source('marketing', 'ad_spend'),
        'spend_date, ad_campaign_id, restated_at',
        '_loaded_at desc, spend desc, clicks desc'
    ) }}

)

select
    {{ surrogate_key(['spend_date', 'ad_campaign_id', 'restated_at']) }} as spend_statement_id,
    spend_date,
    {{ nullif_blank('ad_campaign_id') }} as ad_campaign_id,
    lower({{ nullif_blank('platform') }}) as platform,
    impressions,
    clicks,
    {{ money('spend') }} as spend,
    {{ crm_currency('currency') }} as currency,
    restated_at,
    _loaded_at as loaded_at
from statements
