-- First response in the hours of the customer's desk. Before a desk opened, Dublin answered for it, so its hours count. The
-- company's holidays are worked (see docs/health/desk-hours.md), which is why there is no calendar here.
with tickets as (
    select
        *,
        case when desk_opened_on <= created_on then region else 'EMEA' end as desk_region
    from {{ ref('int_cs_ticket_facts') }}
),

on_desk_clock as (
    select
        ticket_id,
        desk_region,
        {{ cs_desk_clock('created_at', 'desk_region') }} as created_local,
        {{ cs_desk_clock('coalesce(first_response_at, ' ~ as_of_end() ~ ')', 'desk_region') }} as responded_local,
        {{ cs_desk_clock('coalesce(resolved_at, ' ~ as_of_end() ~ ')', 'desk_region') }} as resolved_local,
        first_response_at is not null as is_answered,
        is_resolved
    from tickets
)

select
    ticket_id,
    desk_region,
    created_local,
    extract(isodow from created_local) as created_isodow,
    cast(extract(hour from created_local) as integer) as created_hour,
    extract(isodow from created_local) <= 5 and extract(hour from created_local) between 8 and 17 as is_in_desk_hours,
    is_answered,
    is_resolved,
    cast({{ business_minutes_between('created_local', 'responded_local') }} as bigint) as response_desk_minutes,
    cast({{ business_minutes_between('created_local', 'resolved_local') }} as bigint) as resolution_desk_minutes
from on_desk_clock
