-- What counts as a ticket: no spam, and a merged ticket not beside the one that it became part of.
with tickets as (
    select * from {{ ref('stg_support__tickets') }}
),

survivors as (
    select * from {{ ref('int_tickets_survivors') }}
),

merged as (
    select
        surviving_ticket_id,
        count(*) as merged_tickets
    from survivors
    where is_merged
    group by surviving_ticket_id
)

select
    tickets.*,
    coalesce(merged.merged_tickets, 0) as merged_tickets
from tickets
inner join survivors on tickets.ticket_id = survivors.ticket_id
left join merged on tickets.ticket_id = merged.surviving_ticket_id
where not survivors.is_merged
    and not tickets.is_spam
