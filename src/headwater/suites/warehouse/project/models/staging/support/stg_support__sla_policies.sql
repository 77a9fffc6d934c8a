-- `valid_to` of the current policies is open; the far future makes joins by date plain.
with source as (
    select * from {{ source('raw_support', 'sla_policies') }}
)

select
    id as sla_policy_id,
    lower(plan_tier) as support_tier,
    {{ ticket_priority('priority') }} as priority,
    first_response_minutes as first_response_target_minutes,
    resolution_minutes as resolution_target_minutes,
    {{ is_true('business_hours_only') }} as counts_business_hours_only,
    valid_from,
    coalesce(valid_to, cast('9999-12-31' as date)) as valid_to,
    _loaded_at as loaded_at
from source
