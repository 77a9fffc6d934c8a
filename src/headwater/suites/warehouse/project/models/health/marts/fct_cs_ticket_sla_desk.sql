-- The first promise of each ticket in the hours of the customer's own desk, beside the one that the customer team counts
-- (fct_ticket_sla, in UTC). The contract says UTC; this is what customers feel.
with promises as (
    select * from {{ ref('fct_ticket_sla') }}
),

targets as (
    select ticket_id, counts_business_hours_only
    from {{ ref('int_ticket_sla_targets') }}
),

facts as (
    select * from {{ ref('int_cs_ticket_facts') }}
),

desk as (
    select * from {{ ref('int_cs_ticket_desk_minutes') }}
)

select
    facts.ticket_id,
    facts.account_id,
    facts.segment,
    facts.region,
    facts.desk,
    desk.desk_region,
    facts.support_tier,
    facts.priority,
    facts.priority_rank,
    facts.channel,
    facts.product,
    facts.category,
    facts.created_on,
    facts.created_month,
    desk.is_in_desk_hours,
    desk.created_hour,
    facts.is_escalated,
    targets.counts_business_hours_only,
    promises.first_response_target_minutes,
    promises.resolution_target_minutes,
    promises.response_minutes as response_minutes_utc,
    case when targets.counts_business_hours_only then desk.response_desk_minutes else cast(promises.response_minutes as bigint) end as response_minutes_desk,
    promises.first_response_outcome as outcome_utc,
    {{ cs_promise(
        'case when targets.counts_business_hours_only then desk.response_desk_minutes else promises.response_minutes end',
        'promises.first_response_target_minutes',
        'promises.is_answered'
    ) }} as outcome_desk,
    promises.resolution_outcome
from facts
inner join promises
    on facts.ticket_id = promises.ticket_id
inner join targets
    on facts.ticket_id = targets.ticket_id
inner join desk
    on facts.ticket_id = desk.ticket_id
