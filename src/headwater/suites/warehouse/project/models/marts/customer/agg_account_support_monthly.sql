-- What an account asked of support in a month: the input of health scores and of the cost to serve.
with tickets as (
    select * from {{ ref('fct_tickets') }}
    where account_id is not null
),

sla as (
    select * from {{ ref('fct_ticket_sla') }}
),

marks as (
    select
        account_id,
        rated_month as month_start,
        {{ csat('score') }} as csat
    from {{ ref('fct_csat') }}
    where account_id is not null
        and is_answered
    group by account_id, rated_month
),

asked as (
    select
        tickets.account_id,
        tickets.created_month as month_start,
        count(*) as tickets,
        {{ count_where("tickets.priority = 'urgent'") }} as urgent_tickets,
        sum(tickets.reopens) as reopens,
        {{ count_where("sla.first_response_outcome = 'missed' or sla.resolution_outcome = 'missed'") }} as missed_promises
    from tickets
    inner join sla on tickets.ticket_id = sla.ticket_id
    group by tickets.account_id, tickets.created_month
),

months as (
    select account_id, month_start from asked
    union
    select account_id, month_start from marks
)

select
    months.account_id,
    months.month_start,
    coalesce(asked.tickets, 0) as tickets,
    coalesce(asked.urgent_tickets, 0) as urgent_tickets,
    coalesce(asked.reopens, 0) as reopens,
    coalesce(asked.missed_promises, 0) as missed_promises,
    marks.csat
from months
left join asked on months.account_id = asked.account_id and months.month_start = asked.month_start
left join marks on months.account_id = marks.account_id and months.month_start = marks.month_start
