-- The page of the Monday call: the last thirteen week ends by region, against the quota that is still open in the quarter.
with weeks as (
    select
        week_ending_on,
        fiscal_quarter,
        sales_region,
        sum(open_deals) as open_deals,
        sum(open_usd) as open_usd,
        sum(weighted_usd) as weighted_usd,
        sum(overdue_usd) as overdue_usd,
        sum(negotiation_usd) as negotiation_usd,
        sum(closing_this_quarter_usd) as closing_this_quarter_usd,
        sum(open_change_1w_usd) as open_change_1w_usd,
        sum(open_change_4w_usd) as open_change_4w_usd,
        sum(open_change_13w_usd) as open_change_13w_usd
    from {{ ref('agg_revops_pipeline_inspection_weekly') }}
    where week_ending_on > {{ to_date(date_add_days(as_of(), -91)) }}
    group by week_ending_on, fiscal_quarter, sales_region
),

quotas as (
    select
        sales_region,
        fiscal_quarter,
        sum(quota_usd) as quota_usd
    from {{ ref('fct_revops_territories_quarterly') }}
    group by sales_region, fiscal_quarter
),

booked as (
    select
        weeks.week_ending_on,
        weeks.sales_region,
        sum(bookings.quota_acv_usd) as booked_qtd_usd
    from weeks
    inner join {{ ref('fct_bookings') }} as bookings
        on weeks.fiscal_quarter = bookings.fiscal_quarter
        and weeks.sales_region = coalesce(bookings.sales_region, 'Unassigned')
        and bookings.booked_on <= weeks.week_ending_on
    group by weeks.week_ending_on, weeks.sales_region
)

select
    weeks.week_ending_on,
    weeks.fiscal_quarter,
    weeks.sales_region,
    weeks.open_deals,
    weeks.open_usd,
    weeks.weighted_usd,
    weeks.overdue_usd,
    weeks.negotiation_usd,
    weeks.closing_this_quarter_usd,
    weeks.open_change_1w_usd,
    weeks.open_change_4w_usd,
    weeks.open_change_13w_usd,
    coalesce(quotas.quota_usd, 0) as quota_usd,
    coalesce(booked.booked_qtd_usd, 0) as booked_qtd_usd,
    {{ pipeline_coverage('weeks.closing_this_quarter_usd', 'coalesce(quotas.quota_usd, 0)', 'coalesce(booked.booked_qtd_usd, 0)') }} as coverage,
    {{ light(pipeline_coverage('weeks.closing_this_quarter_usd', 'coalesce(quotas.quota_usd, 0)', 'coalesce(booked.booked_qtd_usd, 0)'), 3, 1.5) }} as coverage_light
from weeks
left join quotas
    on weeks.sales_region = quotas.sales_region
    and weeks.fiscal_quarter = quotas.fiscal_quarter
left join booked
    on weeks.week_ending_on = booked.week_ending_on
    and weeks.sales_region = booked.sales_region
