-- A customer may change the mark; the last one that is an answer holds.
with answered as (
    select *
    from {{ ref('stg_support__satisfaction_ratings') }}
    where score in ('good', 'bad')
),

latest as (
    {{ deduplicate('answered', 'ticket_id', 'rated_at desc, rating_id desc') }}
),

offered as (
    select
        ticket_id,
        min(rated_at) as first_offered_at
    from {{ ref('stg_support__satisfaction_ratings') }}
    group by ticket_id
)

select
    offered.ticket_id,
    offered.first_offered_at,
    latest.rating_id,
    latest.score,
    latest.rated_at,
    latest.rating_comment
from offered
left join latest on offered.ticket_id = latest.ticket_id
