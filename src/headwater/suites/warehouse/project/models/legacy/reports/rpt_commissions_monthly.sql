-- Commissions by person and month, with the year so far (calendar year, as the plan of FY23 says although its name does not). Payroll
-- takes to_pay_usd; a negative month is carried forward by hand.
with lines as (

    select * from {{ ref('fin_commissions_month') }}

),

people as (

    select
        month,
        owner_name,
        region,
        sum(deals) as deals,
        sum(year_usd) as year_usd,
        {{ sum_where("deal_type = 'New Business'", 'commission_usd') }} as new_business_usd,
        {{ sum_where("deal_type = 'Expansion'", 'commission_usd') }} as expansion_usd,
        {{ sum_where("deal_type = 'Renewal'", 'commission_usd') }} as renewal_usd,
        sum(clawed_back) as clawed_back,
        sum(claw_back_usd) as claw_back_usd,
        sum(to_pay_usd) as to_pay_usd
    from lines
    group by month, owner_name, region

),

work as (

    select
        month_dt as month,
        owner_name,
        sum(activities) as activities,
        sum(demos) as demos
    from {{ ref('v_sales_work') }}
    group by month_dt, owner_name

),

windowed as (

    select
        people.*,
        sum(to_pay_usd) over (
            partition by owner_name, region, extract(year from month) order by month rows unbounded preceding
        ) as year_so_far_usd,
        sum(deals) over (
            partition by owner_name, region, extract(year from month) order by month rows unbounded preceding
        ) as deals_so_far
    from people

)

select
    windowed.month,
    windowed.owner_name,
    windowed.region,
    windowed.deals,
    windowed.year_usd,
    windowed.new_business_usd,
    windowed.expansion_usd,
    windowed.renewal_usd,
    windowed.clawed_back,
    windowed.claw_back_usd,
    windowed.to_pay_usd,
    windowed.year_so_far_usd,
    windowed.deals_so_far,
    coalesce(work.activities, 0) as activities,
    coalesce(work.demos, 0) as demos,
    {{ safe_divide('windowed.to_pay_usd', 'windowed.year_usd', 4) }} as effective_rate
from windowed
left join work
    on windowed.month = work.month
    and windowed.owner_name = work.owner_name
