with source as (
    select * from {{ source('raw_support', 'ticket_comments') }}
)

select
    id as comment_id,
    ticket_id,
    lower(author_kind) as author_kind,
    {{ is_true('is_public') }} as is_public,
    created_at as commented_at,
    characters,
    _loaded_at as loaded_at
from source
