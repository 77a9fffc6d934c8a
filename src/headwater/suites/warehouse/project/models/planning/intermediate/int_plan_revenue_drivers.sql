-- seats and price of a seat by segment, region and product line: what the revenue plan is made of
with mrr as (
    select * from {{ ref('fct_account_mrr_monthly') }}
),

months as (
    select * from {{ ref('int_plan_months') }}
),

cells as (
    select
        month_start,
        segment,
        region,
        case when product_line = 'self_managed' then 'licences' when product_line = 'cloud' then 'cloud' else 'other' end as offering,
        count(distinct account_id) as accounts,
        sum(seats) as seats,
        sum(mrr_usd) as mrr_usd
    from mrr
    group by 1, 2, 3, 4
),

firsts as (
    select
        segment,
        region,
        offering,
        min(month_start) as first_month
    from cells
    group by segment, region, offering
),

filled as (
    select
        months.month_start,
        months.fiscal_year,
        months.fiscal_quarter,
        firsts.segment,
        firsts.region,
        firsts.offering,
        coalesce(cells.accounts, 0) as accounts,
        coalesce(cells.seats, 0) as seats,
        coalesce(cells.mrr_usd, 0) as mrr_usd
    from months
    inner join firsts
        on months.month_start >= firsts.first_month
    left join cells
        on months.month_start = cells.month_start
        and firsts.segment = cells.segment
        and firsts.region = cells.region
        and firsts.offering = cells.offering
    where months.month_start <= {{ as_of() }}
)

select
    *,
    {{ safe_divide('mrr_usd', 'seats', 6) }} as price_of_seat_usd,
    {{ safe_divide('mrr_usd', 'accounts', 4) }} as mrr_per_account_usd,
    {{ plan_previous_month('seats', 'segment, region, offering') }} as seats_before,
    {{ plan_previous_month('mrr_usd', 'segment, region, offering') }} as mrr_before_usd,
    {{ plan_previous_year('seats', 'segment, region, offering') }} as seats_a_year_ago,
    {{ plan_previous_year('mrr_usd', 'segment, region, offering') }} as mrr_a_year_ago_usd
from filled
