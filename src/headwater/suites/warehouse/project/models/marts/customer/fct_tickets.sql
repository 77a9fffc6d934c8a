-- One row for each ticket that counts; what happened to it, measured once for all reports.
with tickets as (
    select * from {{ ref('int_tickets_accepted') }}
),

accounts as (
    select * from {{ ref('int_tickets_accounts') }}
),

responses as (
    select * from {{ ref('int_ticket_first_responses') }}
),

resolutions as (
    select * from {{ ref('int_ticket_resolutions') }}
)

select
    tickets.ticket_id,
    accounts.account_id,
    accounts.matched_by as account_matched_by,
    tickets.organization_id,
    tickets.assigned_agent_id,
    tickets.requester_email,
    tickets.subject,
    tickets.channel,
    tickets.priority,
    {{ priority_rank('tickets.priority') }} as priority_rank,
    tickets.status,
    tickets.product,
    tickets.category,
    tickets.created_at,
    {{ to_date('tickets.created_at') }} as created_on,
    {{ month_start('tickets.created_at') }} as created_month,
    responses.first_response_at,
    responses.first_response_minutes,
    responses.first_response_business_minutes,
    responses.public_agent_comments,
    responses.requester_comments,
    resolutions.first_solved_at,
    resolutions.resolved_at,
    {{ to_date('resolutions.resolved_at') }} as resolved_on,
    resolutions.resolved_at is not null as is_resolved,
    resolutions.reopens,
    resolutions.active_minutes as resolution_minutes,
    resolutions.active_business_minutes as resolution_business_minutes,
    resolutions.waiting_minutes,
    tickets.merged_tickets,
    responses.public_agent_comments = 1 and resolutions.reopens = 0 and resolutions.resolved_at is not null as is_one_touch
from tickets
inner join accounts on tickets.ticket_id = accounts.ticket_id
inner join responses on tickets.ticket_id = responses.ticket_id
inner join resolutions on tickets.ticket_id = resolutions.ticket_id
