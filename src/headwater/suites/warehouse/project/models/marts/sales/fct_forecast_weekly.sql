-- What we expected of the running fiscal quarter at the end of each of its weeks: booked so far, plus what was open to
-- close in it at its stage's standard probability. `final_tcv_usd` is what came, for quarters that are over.
with quarters as (

    select
        fiscal_quarter,
        min(date_day) as quarter_starts_on,
        max(date_day) as quarter_ends_on
    from {{ ref('dim_dates') }}
    group by fiscal_quarter

),

weeks as (

    select distinct week_ending_on
    from {{ ref('fct_pipeline_weekly') }}

),

running as (

    select
        weeks.week_ending_on,
        quarters.fiscal_quarter,
        quarters.quarter_starts_on,
        quarters.quarter_ends_on,
        cast(floor({{ date_diff_days('quarters.quarter_starts_on', 'weeks.week_ending_on') }} / 7) as integer) + 1 as week_of_quarter
    from weeks
    inner join quarters
        on weeks.week_ending_on between quarters.quarter_starts_on and quarters.quarter_ends_on

),

open_pipeline as (

    select
        week_ending_on,
        close_fiscal_quarter as fiscal_quarter,
        sum(amount_usd) as open_amount_usd,
        sum(weighted_amount_usd) as weighted_amount_usd,
        count(*) as open_opportunities
    from {{ ref('fct_pipeline_weekly') }}
    group by week_ending_on, close_fiscal_quarter

),

bookings as (

    select
        booked_on,
        fiscal_quarter,
        sum(tcv_usd) as tcv_usd
    from {{ ref('fct_bookings') }}
    group by booked_on, fiscal_quarter

),

booked_so_far as (

    select
        running.week_ending_on,
        sum(bookings.tcv_usd) as booked_tcv_usd
    from running
    inner join bookings
        on running.fiscal_quarter = bookings.fiscal_quarter
        and bookings.booked_on <= running.week_ending_on
    group by running.week_ending_on

),

finals as (

    select
        fiscal_quarter,
        sum(tcv_usd) as final_tcv_usd
    from bookings
    group by fiscal_quarter

)

select
    running.week_ending_on,
    running.fiscal_quarter,
    running.week_of_quarter,
    coalesce(booked_so_far.booked_tcv_usd, 0) as booked_tcv_usd,
    coalesce(open_pipeline.open_amount_usd, 0) as open_amount_usd,
    coalesce(open_pipeline.weighted_amount_usd, 0) as weighted_amount_usd,
    coalesce(open_pipeline.open_opportunities, 0) as open_opportunities,
    {{ money('coalesce(booked_so_far.booked_tcv_usd, 0) + coalesce(open_pipeline.weighted_amount_usd, 0)') }} as forecast_tcv_usd,
    case when running.quarter_ends_on <= {{ as_of() }} then coalesce(finals.final_tcv_usd, 0) end as final_tcv_usd
from running
left join open_pipeline
    on running.week_ending_on = open_pipeline.week_ending_on
    and running.fiscal_quarter = open_pipeline.fiscal_quarter
left join booked_so_far
    on running.week_ending_on = booked_so_far.week_ending_on
left join finals
    on running.fiscal_quarter = finals.fiscal_quarter
