-- is growth of recurring revenue seats or price? By quarter and segment; months of a quarter add up
with bridge as (
    select * from {{ ref('fct_plan_recurring_bridge_monthly') }}
),

quarters as (
    select
        fiscal_year,
        fiscal_quarter,
        min(month_start) as first_month,
        max(month_start) as last_month,
        segment,
        sum(change_usd) as change_usd,
        sum(volume_effect_usd) as volume_effect_usd,
        sum(price_effect_usd) as price_effect_usd,
        sum(case when offering = 'cloud' then change_usd else 0 end) as cloud_change_usd,
        sum(case when offering = 'licences' then change_usd else 0 end) as licences_change_usd,
        sum(case when offering = 'other' then change_usd else 0 end) as other_change_usd
    from bridge
    group by fiscal_year, fiscal_quarter, segment
),

closings as (
    select
        month_start,
        segment,
        sum(mrr_usd) as mrr_usd,
        sum(seats) as seats,
        sum(volume_effect_on_year_usd) as volume_effect_on_year_usd,
        sum(price_effect_on_year_usd) as price_effect_on_year_usd
    from bridge
    group by month_start, segment
)

select
    quarters.fiscal_year,
    quarters.fiscal_quarter,
    quarters.first_month,
    quarters.segment,
    closings.mrr_usd - quarters.change_usd as opening_mrr_usd,
    quarters.volume_effect_usd,
    quarters.price_effect_usd,
    quarters.cloud_change_usd,
    quarters.licences_change_usd,
    quarters.other_change_usd,
    closings.mrr_usd as closing_mrr_usd,
    closings.seats as closing_seats,
    {{ safe_divide('quarters.volume_effect_usd', 'closings.mrr_usd - quarters.change_usd', 4) }} as growth_by_volume,
    {{ safe_divide('quarters.price_effect_usd', 'closings.mrr_usd - quarters.change_usd', 4) }} as growth_by_price,
    closings.volume_effect_on_year_usd,
    closings.price_effect_on_year_usd
from quarters
inner join closings
    on quarters.last_month = closings.month_start
    and quarters.segment = closings.segment
