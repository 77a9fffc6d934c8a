with source as (
    select * from {{ source('treasury', 'fx_rates') }}
),

-- treasury corrects a rate by delivering the day again
latest as (
    {{ deduplicate('source', 'rate_date, upper(trim(currency))', '_loaded_at desc, usd_per_unit desc') }}
)

select
    rate_date,
    {{ normalise_currency('currency') }} as currency,
    cast(usd_per_unit as decimal(18, 8)) as usd_per_unit,
    _loaded_at as loaded_at
from latest
