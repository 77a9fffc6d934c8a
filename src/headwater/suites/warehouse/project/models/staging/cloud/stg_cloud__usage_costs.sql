-- Credits are what the provider gives back; what Mooring pays is the cost less the credit.
with source as (
    select * from {{ source('raw_cloud', 'usage_costs') }}
)

select
    usage_date,
    region,
    lower(service) as service,
    {{ nullif_blank('workspace_id') }} as workspace_id,
    {{ money('coalesce(cost_usd, 0)') }} as list_cost_usd,
    {{ money('coalesce(credit_usd, 0)') }} as credit_usd,
    {{ money('coalesce(cost_usd, 0)') }} - {{ money('coalesce(credit_usd, 0)') }} as cost_usd,
    _loaded_at as loaded_at
from source
