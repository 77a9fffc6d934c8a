-- Escalations by quarter and tier: how many, how long, how they ended.
with tickets as (
    select
        {{ fiscal_quarter('created_on') }} as fiscal_quarter,
        support_tier,
        count(*) as tickets
    from {{ ref('int_cs_ticket_facts') }}
    group by 1, 2
)

select
    escalations.fiscal_quarter,
    escalations.support_tier,
    count(*) as escalations,
    max(tickets.tickets) as tickets,
    {{ safe_divide('count(*)', 'max(tickets.tickets)') }} as escalation_rate,
    count(distinct escalations.account_id) as accounts,
    {{ count_where("escalations.escalated_by = 'tagged'") }} as tagged_only,
    {{ count_where('escalations.reopens > 0') }} as reopened,
    {{ count_where('not escalations.is_resolved') }} as unresolved,
    {{ count_where("escalations.mark = 'bad'") }} as bad_marks,
    {{ csat('escalations.mark') }} as csat,
    {{ median('escalations.minutes_escalated') }} as median_minutes_escalated,
    {{ count_where("escalations.band_of_month = 'red'") }} as from_red_customers
from {{ ref('fct_cs_escalations') }} as escalations
inner join tickets
    on escalations.fiscal_quarter = tickets.fiscal_quarter
    and escalations.support_tier = tickets.support_tier
group by escalations.fiscal_quarter, escalations.support_tier
