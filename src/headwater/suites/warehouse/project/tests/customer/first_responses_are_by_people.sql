with people as (
    select
        ticket_id,
        min(commented_at) as first_answer_at
    from {{ ref('stg_support__ticket_comments') }}
    where author_kind = 'agent'
        and is_public
    group by ticket_id
)

select tickets.ticket_id, tickets.first_response_at, people.first_answer_at
from {{ ref('fct_tickets') }} as tickets
left join people on tickets.ticket_id = people.ticket_id
where (people.first_answer_at is null) <> (tickets.first_response_at is null)
    or tickets.first_response_at <> people.first_answer_at
