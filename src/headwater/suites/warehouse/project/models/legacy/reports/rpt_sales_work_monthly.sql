-- What salespeople do and win, by month, old counting (calendar months, deals by their owner of today). The regional heads use it in
-- the yearly talks and nowhere else.
with work as (

    select * from {{ ref('v_sales_work') }}

),

regions as (

    select
        month_dt,
        region,
        sum(activities) as region_activities,
        sum(won_usd) as region_won_usd,
        count(distinct case when activities > 0 then owner_name end) as active_people
    from work
    group by month_dt, region

),

windowed as (

    select
        work.*,
        sum(won_usd) over (partition by owner_name, role, region order by month_dt rows between 11 preceding and current row) as won_12_rows_usd,
        sum(deals_won) over (partition by owner_name, role, region order by month_dt rows unbounded preceding) as deals_won_so_far,
        row_number() over (partition by month_dt, region order by won_usd desc, owner_name, role) as rank_in_region
    from work

)

select
    windowed.month_dt as month,
    windowed.owner_name,
    windowed.role,
    windowed.region,
    windowed.activities,
    windowed.calls,
    windowed.mails,
    windowed.meetings,
    windowed.demos,
    windowed.reached,
    windowed.reached_percent,
    windowed.on_deals,
    windowed.on_leads,
    windowed.deals_won,
    windowed.won_usd,
    windowed.won_12_rows_usd,
    windowed.deals_won_so_far,
    windowed.rank_in_region,
    regions.active_people,
    {{ safe_divide('windowed.activities', 'regions.region_activities', 4) }} as share_of_activities,
    {{ safe_divide('windowed.won_usd', 'regions.region_won_usd', 4) }} as share_of_won
from windowed
inner join regions
    on windowed.month_dt = regions.month_dt
    and windowed.region = regions.region
