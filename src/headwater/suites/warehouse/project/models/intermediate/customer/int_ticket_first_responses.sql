-- The first answer that the customer could read. Automatic replies are comments of the system and do not count.
with comments as (
    select * from {{ ref('stg_support__ticket_comments') }}
),

answers as (
    select
        ticket_id,
        min(commented_at) as first_response_at,
        count(*) as public_agent_comments
    from comments
    where author_kind = 'agent'
        and is_public
    group by ticket_id
),

questions as (
    select
        ticket_id,
        count(*) as requester_comments
    from comments
    where author_kind = 'requester'
    group by ticket_id
)

select
    tickets.ticket_id,
    answers.first_response_at,
    coalesce(answers.public_agent_comments, 0) as public_agent_comments,
    coalesce(questions.requester_comments, 0) as requester_comments,
    {{ minutes_between('tickets.created_at', 'answers.first_response_at') }} as first_response_minutes,
    {{ business_minutes_between('tickets.created_at', 'answers.first_response_at') }} as first_response_business_minutes
from {{ ref('int_tickets_accepted') }} as tickets
left join answers on tickets.ticket_id = answers.ticket_id
left join questions on tickets.ticket_id = questions.ticket_id
