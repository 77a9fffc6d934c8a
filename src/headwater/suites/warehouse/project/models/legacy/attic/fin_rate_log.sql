{{ config(
    materialized='incremental',
    event_time='rate_dt',
    unique_key=['currency', 'rate_dt'],
    incremental_strategy='delete+insert'
) }}

-- T. Whitlock, 2022-02-21. Rates that moved by more than one per cent in a day, and what that did to open invoices. Treasury wanted it for
-- hedging; the hedging was never done (FIN-198).
with rates as (

    select
        currency,
        rate_dt,
        rate,
        is_carried,
        lag(rate) over (partition by currency order by rate_dt) as rate_before
    from {{ ref('base_rates') }}
    where currency <> 'USD'

),

open_amounts as (

    select
        currency,
        month_dt,
        sum(open_amount) as open_amount
    from {{ ref('tmp_open_items') }}
    group by currency, month_dt

)

select
    rates.currency,
    rates.rate_dt,
    rates.rate,
    rates.rate_before,
    {{ growth_rate('rates.rate', 'rates.rate_before') }} as change,
    coalesce(open_amounts.open_amount, 0) as open_amount_of_month_before,
    {{ legacy_usd('coalesce(open_amounts.open_amount, 0)', '(rates.rate - rates.rate_before)') }} as effect_usd
from rates
left join open_amounts
    on rates.currency = open_amounts.currency
    and open_amounts.month_dt = {{ legacy_months_later(legacy_month('rates.rate_dt'), -1) }}
where abs(rates.rate - rates.rate_before) > rates.rate_before / 100
{%- if is_incremental() %}
    and rates.rate_dt >= (select {{ date_add_days('max(rate_dt)', -5) }} from {{ this }})
{%- endif %}
