-- Industries by calendar quarter and region, with the year before. Events plans trade fairs by it each autumn.
with quarters as (

    select
        cal_quarter,
        cast(substr(cal_quarter, 1, 4) as integer) as calendar_year,
        cast(right(cal_quarter, 1) as integer) as quarter_number,
        industry,
        region,
        customers,
        with_server,
        key_accounts,
        seats,
        mrr_usd,
        people,
        runbooks,
        tickets,
        defects
    from {{ ref('v_industry_page') }}

),

months as (

    select
        {{ legacy_quarter('month') }} as cal_quarter,
        industry,
        region,
        sum(revenue_usd) as revenue_usd,
        sum(paid_usd) as paid_usd,
        sum(case when mrr_move = 'new' then 1 else 0 end) as won,
        sum(case when mrr_move = 'lost' then 1 else 0 end) as lost,
        sum(case when month_state = 'quiet' then 1 else 0 end) as quiet_months
    from {{ ref('fct_customer_months_legacy') }}
    group by {{ legacy_quarter('month') }}, industry, region

),

totals as (

    select
        cal_quarter,
        sum(mrr_usd) as company_mrr_usd
    from quarters
    group by cal_quarter

)

select
    this_one.cal_quarter as calendar_quarter,
    this_one.industry,
    this_one.region,
    this_one.customers,
    coalesce(year_ago.customers, 0) as customers_year_ago,
    this_one.with_server,
    this_one.key_accounts,
    this_one.seats,
    this_one.mrr_usd,
    coalesce(year_ago.mrr_usd, 0) as mrr_year_ago_usd,
    {{ growth_rate('this_one.mrr_usd', 'year_ago.mrr_usd') }} as mrr_growth_year,
    {{ safe_divide('this_one.mrr_usd', 'totals.company_mrr_usd') }} as share_of_mrr,
    this_one.people,
    this_one.runbooks,
    this_one.tickets,
    this_one.defects,
    coalesce(months.revenue_usd, 0) as revenue_usd,
    coalesce(months.paid_usd, 0) as paid_usd,
    coalesce(months.won, 0) as customers_won,
    coalesce(months.lost, 0) as customers_lost,
    coalesce(months.quiet_months, 0) as quiet_months,
    row_number() over (
        partition by this_one.cal_quarter, this_one.region order by this_one.mrr_usd desc, this_one.industry
    ) as rank_in_region
from quarters as this_one
inner join totals on this_one.cal_quarter = totals.cal_quarter
left join quarters as year_ago
    on this_one.industry = year_ago.industry
    and this_one.region = year_ago.region
    and this_one.quarter_number = year_ago.quarter_number
    and this_one.calendar_year = year_ago.calendar_year + 1
left join months
    on this_one.cal_quarter = months.cal_quarter
    and this_one.industry = months.industry
    and this_one.region = months.region
