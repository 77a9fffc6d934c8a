-- Tickets that were open at each week's end: created by then and not resolved for good by then. A ticket that was solved
-- and came back was open in between, which is what the customer would say as well.
select
    weeks.week_start,
    weeks.as_of_day,
    facts.ticket_id,
    facts.account_id,
    facts.segment,
    facts.region,
    facts.support_tier,
    facts.priority,
    facts.category,
    facts.is_escalated,
    {{ date_diff_days('facts.created_on', 'weeks.as_of_day') }} as age_days,
    {{ cs_age_bucket(date_diff_days('facts.created_on', 'weeks.as_of_day')) }} as age_bucket,
    facts.first_response_at is not null and {{ to_date('facts.first_response_at') }} <= weeks.as_of_day as is_answered
from {{ ref('int_cs_week_ends') }} as weeks
inner join {{ ref('int_cs_ticket_facts') }} as facts
    on facts.created_on <= weeks.as_of_day
    and (facts.resolved_on is null or facts.resolved_on > weeks.as_of_day)
