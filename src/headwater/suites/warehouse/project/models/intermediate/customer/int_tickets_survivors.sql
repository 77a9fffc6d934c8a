-- A merged ticket lives on in another, which may itself have been merged later. Three steps are the most that ever
-- happened; a test says so.
with tickets as (
    select * from {{ ref('stg_support__tickets') }}
),

followed as (
    select
        tickets.ticket_id,
        coalesce(
            third.merged_into_ticket_id, second.merged_into_ticket_id, tickets.merged_into_ticket_id, tickets.ticket_id
        ) as surviving_ticket_id
    from tickets
    left join tickets as second on tickets.merged_into_ticket_id = second.ticket_id
    left join tickets as third on second.merged_into_ticket_id = third.ticket_id
)

select
    ticket_id,
    surviving_ticket_id,
    ticket_id <> surviving_ticket_id as is_merged
from followed
