-- How many times the pipeline that is to close in the running fiscal quarter covers what its quota still lacks.
with pipeline as (

    select
        week_ending_on,
        week_fiscal_quarter as fiscal_quarter,
        {{ sum_where('close_fiscal_quarter = week_fiscal_quarter', 'amount_usd') }} as open_in_quarter_usd,
        sum(amount_usd) as open_usd,
        sum(weighted_amount_usd) as weighted_usd,
        count(*) as open_opportunities,
        {{ count_where('is_overdue') }} as overdue_opportunities
    from {{ ref('fct_pipeline_weekly') }}
    where type <> 'Renewal'
    group by week_ending_on, week_fiscal_quarter

),

quotas as (

    select
        fiscal_quarter,
        sum(quota_usd) as quota_usd
    from {{ ref('fct_quota_attainment') }}
    group by fiscal_quarter

),

booked as (

    select
        pipeline.week_ending_on,
        sum(bookings.quota_acv_usd) as booked_acv_usd
    from pipeline
    inner join {{ ref('fct_bookings') }} as bookings
        on pipeline.fiscal_quarter = bookings.fiscal_quarter
        and bookings.booked_on <= pipeline.week_ending_on
    group by pipeline.week_ending_on

)

select
    pipeline.week_ending_on,
    pipeline.fiscal_quarter,
    pipeline.open_opportunities,
    pipeline.overdue_opportunities,
    pipeline.open_usd,
    pipeline.weighted_usd,
    pipeline.open_in_quarter_usd,
    coalesce(quotas.quota_usd, 0) as quota_usd,
    coalesce(booked.booked_acv_usd, 0) as booked_acv_usd,
    {{ pipeline_coverage('pipeline.open_in_quarter_usd', 'coalesce(quotas.quota_usd, 0)', 'coalesce(booked.booked_acv_usd, 0)') }} as coverage
from pipeline
left join quotas
    on pipeline.fiscal_quarter = quotas.fiscal_quarter
left join booked
    on pipeline.week_ending_on = booked.week_ending_on
