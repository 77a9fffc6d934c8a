-- One row a fiscal quarter for the sales leadership: bookings, quota, win rate, cycle, pipeline at its end.
with bookings as (

    select
        fiscal_quarter,
        min(fiscal_quarter_start) as fiscal_quarter_start,
        sum(acv_usd) as acv_usd,
        {{ sum_where("booking_type = 'new'", 'acv_usd') }} as new_acv_usd,
        {{ sum_where("booking_type = 'expansion'", 'acv_usd') }} as expansion_acv_usd,
        {{ sum_where("booking_type = 'renewal'", 'acv_usd') }} as renewal_acv_usd
    from {{ ref('rpt_bookings_by_quarter') }}
    group by fiscal_quarter

),

quotas as (

    select
        fiscal_quarter,
        sum(quota_usd) as quota_usd,
        sum(booked_acv_usd) as quota_booked_acv_usd
    from {{ ref('agg_territory_attainment_quarterly') }}
    group by fiscal_quarter

),

wins as (

    select
        fiscal_quarter,
        {{ safe_divide('sum(won_opportunities)', 'sum(closed_opportunities)') }} as win_rate
    from {{ ref('rpt_win_loss') }}
    where type <> 'Renewal'
    group by fiscal_quarter

),

cycles as (

    select
        fiscal_quarter,
        {{ safe_divide('sum(cycle_days)', 'sum(won_opportunities)') }} as mean_cycle_days
    from {{ ref('rpt_sales_cycle') }}
    group by fiscal_quarter

),

closing_pipeline as (

    select
        week_fiscal_quarter as fiscal_quarter,
        week_ending_on,
        sum(amount_usd) as open_usd,
        row_number() over (partition by week_fiscal_quarter order by week_ending_on desc) as weeks_back
    from {{ ref('fct_pipeline_weekly') }}
    group by week_fiscal_quarter, week_ending_on

)

select
    bookings.*,
    coalesce(quotas.quota_usd, 0) as quota_usd,
    coalesce(quotas.quota_booked_acv_usd, 0) as quota_booked_acv_usd,
    {{ safe_divide('coalesce(quotas.quota_booked_acv_usd, 0)', 'quotas.quota_usd') }} as attainment,
    wins.win_rate,
    cycles.mean_cycle_days,
    coalesce(closing_pipeline.open_usd, 0) as closing_pipeline_usd
from bookings
left join quotas
    on bookings.fiscal_quarter = quotas.fiscal_quarter
left join wins
    on bookings.fiscal_quarter = wins.fiscal_quarter
left join cycles
    on bookings.fiscal_quarter = cycles.fiscal_quarter
left join closing_pipeline
    on bookings.fiscal_quarter = closing_pipeline.fiscal_quarter
    and closing_pipeline.weeks_back = 1
