-- Mail campaigns by how well they did against all others.
with campaigns as (

    select * from {{ ref('agg_email_campaigns') }}

)

select
    campaign_name,
    first_sent_at,
    recipients,
    delivered,
    opened,
    clicked,
    unsubscribed,
    bounced,
    click_rate,
    unsubscribe_rate,
    {{ safe_divide('bounced', 'recipients') }} as bounce_rate,
    {{ safe_divide('sum(clicked) over ()', 'sum(delivered) over ()') }} as overall_click_rate,
    row_number() over (order by click_rate desc nulls last, campaign_name) as click_rank
from campaigns
