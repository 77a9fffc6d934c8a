-- The ticket system sends no priority for "normal"; everything downstream wants the word.
with source as (
    select * from {{ source('raw_support', 'tickets') }}
)

select
    id as ticket_id,
    organization_id,
    {{ normalise_email('requester_email') }} as requester_email,
    assignee_id as assigned_agent_id,
    {{ nullif_blank('subject') }} as subject,
    lower(channel) as channel,
    {{ ticket_priority('priority') }} as priority,
    lower(status) as status,
    {{ nullif_blank('product') }} as product,
    coalesce({{ nullif_blank('category') }}, 'uncategorised') as category,
    created_at,
    updated_at,
    solved_at,
    {{ is_true('is_spam') }} as is_spam,
    merged_into_id as merged_into_ticket_id,
    tags,
    _loaded_at as loaded_at
from source
