-- Whether each ticket met the two promises of its tier. A promise that is still running and not yet late is not counted.
with tickets as (
    select * from {{ ref('fct_tickets') }}
),

targets as (
    select * from {{ ref('int_ticket_sla_targets') }}
),

measured as (
    select
        tickets.ticket_id,
        tickets.account_id,
        tickets.assigned_agent_id,
        tickets.priority,
        tickets.created_on,
        tickets.created_month,
        targets.support_tier,
        targets.sla_policy_id,
        targets.first_response_target_minutes,
        targets.resolution_target_minutes,
        tickets.is_resolved,
        tickets.first_response_at is not null as is_answered,
        case
            when targets.counts_business_hours_only
                then coalesce(tickets.first_response_business_minutes, {{ business_minutes_between('tickets.created_at', as_of_end()) }})
            else coalesce(tickets.first_response_minutes, {{ minutes_between('tickets.created_at', as_of_end()) }})
        end as response_minutes,
        case
            when targets.counts_business_hours_only then tickets.resolution_business_minutes
            else tickets.resolution_minutes
        end as resolution_minutes
    from tickets
    inner join targets on tickets.ticket_id = targets.ticket_id
)

select
    *,
    case
        when sla_policy_id is null then null
        when response_minutes > first_response_target_minutes then 'missed'
        when is_answered then 'met'
        else 'running'
    end as first_response_outcome,
    case
        when sla_policy_id is null then null
        when resolution_minutes > resolution_target_minutes then 'missed'
        when is_resolved then 'met'
        else 'running'
    end as resolution_outcome
from measured
