with source as (
    select * from {{ source('raw_finance', 'targets') }}
)

select
    lower(metric) as metric,
    fiscal_quarter,
    target,
    _loaded_at as loaded_at
from source
