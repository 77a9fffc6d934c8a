-- Open tickets by age at each week's end.
select
    week_start,
    region,
    support_tier,
    age_bucket,
    {{ cs_age_bucket_order('age_bucket') }} as bucket_order,
    count(*) as open_tickets,
    {{ count_where("priority in ('high', 'urgent')") }} as open_high_tickets,
    {{ count_where('is_escalated') }} as open_escalated_tickets,
    {{ count_where('not is_answered') }} as unanswered_tickets,
    max(age_days) as oldest_days,
    sum(age_days) as ticket_days
from {{ ref('int_cs_open_tickets_weekly') }}
group by week_start, region, support_tier, age_bucket, {{ cs_age_bucket_order('age_bucket') }}
