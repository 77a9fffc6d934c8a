-- Deals of the three regions, each in its own quarters, with the months that a quarter covers so that nobody adds them up by name.
with amer as (

    select
        'AMER' as region,
        'fiscal' as calendar,
        fiscal_quarter as quarter_name,
        quarter_start as first_month,
        sum(deals) as deals,
        sum(won) as won,
        sum(lost) as lost,
        sum(still_open) as still_open,
        sum(won_usd) as won_amount,
        'USD' as currency,
        sum(days_to_win) as days_to_win
    from {{ ref('amer_deals_quarter') }}
    group by fiscal_quarter, quarter_start

),

emea as (

    select
        'EMEA' as region,
        'calendar' as calendar,
        close_quarter as quarter_name,
        min({{ to_date("date_trunc('quarter', first_month)") }}) as first_month,
        sum(deals) as deals,
        sum(won) as won,
        sum(lost) as lost,
        sum(still_open) as still_open,
        sum(won_eur) as won_amount,
        'EUR' as currency,
        sum(days_to_win) as days_to_win
    from {{ ref('emea_deals_quarter') }}
    group by close_quarter

),

apac as (

    -- without renewals; days are not kept
    select
        'APAC' as region,
        'japan' as calendar,
        cast(japan_year as varchar) || ' Q' || cast(japan_quarter as varchar) as quarter_name,
        {{ legacy_months_later("cast(cast(japan_year as varchar) || '-04-01' as date)", '3 * (japan_quarter - 1)') }} as first_month,
        sum(deals) as deals,
        sum(won) as won,
        sum(lost) as lost,
        sum(still_open) as still_open,
        sum(won_usd) as won_amount,
        'USD' as currency,
        cast(null as bigint) as days_to_win
    from {{ ref('apac_deals_quarter') }}
    group by japan_year, japan_quarter

),

unioned as (

    select * from amer
    union all
    select * from emea
    union all
    select * from apac

)

select
    region,
    calendar,
    quarter_name,
    first_month,
    {{ legacy_months_later('first_month', 2) }} as last_month,
    deals,
    won,
    lost,
    still_open,
    won_amount,
    currency,
    {{ safe_divide('won', 'won + lost', 4) }} as win_rate,
    {{ safe_divide('days_to_win', 'won', 1) }} as average_days_to_win,
    {{ keel_moving_sum('won', 4, 'first_month', 'region') }} as won_in_four_quarters
from unioned
