select
    old_rates.currency,
    old_rates.rate_dt,
    old_rates.rate,
    new_rates.usd_per_unit
from {{ ref('base_rates') }} as old_rates
full join {{ ref('int_fx_rates_daily') }} as new_rates
    on old_rates.currency = new_rates.currency
    and old_rates.rate_dt = new_rates.rate_date
where old_rates.rate is null
    or new_rates.usd_per_unit is null
    or old_rates.rate <> new_rates.usd_per_unit
