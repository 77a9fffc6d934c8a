-- Mails by campaign. Rates are of delivered mails, as the marketing team reads them; opens are shown, not judged.
select
    campaign_name,
    min(sent_at) as first_sent_at,
    count(*) as recipients,
    {{ count_where('is_delivered') }} as delivered,
    {{ count_where('is_opened') }} as opened,
    {{ count_where('is_clicked') }} as clicked,
    {{ count_where('is_unsubscribed') }} as unsubscribed,
    {{ count_where('is_bounced') }} as bounced,
    {{ safe_divide(count_where('is_clicked'), count_where('is_delivered')) }} as click_rate,
    {{ safe_divide(count_where('is_unsubscribed'), count_where('is_delivered')) }} as unsubscribe_rate
from {{ ref('fct_email_sends') }}
group by campaign_name
