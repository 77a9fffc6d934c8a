-- Mails to recipients, with how far each of them got.
with sends as (

    select * from {{ ref('int_email_sends') }}

)

select
    sends.email_send_id,
    sends.campaign_name,
    people.person_id,
    sends.sent_at,
    {{ month_start('sends.sent_at') }} as month_start,
    sends.delivered_at is not null as is_delivered,
    sends.opened_at is not null as is_opened,
    sends.clicked_at is not null as is_clicked,
    sends.unsubscribed_at is not null as is_unsubscribed,
    sends.has_bounced as is_bounced,
    sends.clicked_at
from sends
left join {{ ref('int_people') }} as people
    on sends.email = people.email
