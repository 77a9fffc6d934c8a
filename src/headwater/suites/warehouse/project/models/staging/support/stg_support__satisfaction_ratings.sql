-- 'offered' says that the customer was asked, not what the answer was.
with source as (
    select * from {{ source('raw_support', 'satisfaction_ratings') }}
)

select
    id as rating_id,
    ticket_id,
    lower(score) as score,
    {{ nullif_blank('comment') }} as rating_comment,
    created_at as rated_at,
    _loaded_at as loaded_at
from source
