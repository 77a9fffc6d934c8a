-- why recurring revenue moved: seats, price of a seat and mix, on the month and on the year. Cells are segment, region and offering.
with drivers as (
    select * from {{ ref('int_plan_revenue_drivers') }}
),

effects as (
    select
        month_start,
        fiscal_year,
        fiscal_quarter,
        segment,
        region,
        offering,
        accounts,
        seats,
        mrr_usd,
        coalesce(seats_before, 0) as seats_before,
        coalesce(mrr_before_usd, 0) as mrr_before_usd,
        coalesce(seats_a_year_ago, 0) as seats_a_year_ago,
        coalesce(mrr_a_year_ago_usd, 0) as mrr_a_year_ago_usd,
        mrr_usd - coalesce(mrr_before_usd, 0) as change_usd,
        mrr_usd - coalesce(mrr_a_year_ago_usd, 0) as change_on_year_usd,
        coalesce({{ safe_divide('mrr_before_usd', 'seats_before', 6) }}, 0) as price_before_usd,
        coalesce({{ safe_divide('mrr_a_year_ago_usd', 'seats_a_year_ago', 6) }}, 0) as price_a_year_ago_usd
    from drivers
)

select
    month_start,
    fiscal_year,
    fiscal_quarter,
    segment,
    region,
    offering,
    accounts,
    seats,
    mrr_usd,
    mrr_before_usd,
    change_usd,
    -- a cell that begins or ends has no price to compare: all of its change is volume
    case
        when seats_before = 0 or seats = 0 then {{ money('change_usd') }}
        else {{ plan_volume_effect('seats', 'seats_before', 'price_before_usd') }}
    end as volume_effect_usd,
    case
        when seats_before = 0 or seats = 0 then {{ money('0') }}
        else {{ plan_price_effect('change_usd', 'seats', 'seats_before', 'price_before_usd') }}
    end as price_effect_usd,
    mrr_a_year_ago_usd,
    change_on_year_usd,
    case
        when seats_a_year_ago = 0 or seats = 0 then {{ money('change_on_year_usd') }}
        else {{ plan_volume_effect('seats', 'seats_a_year_ago', 'price_a_year_ago_usd') }}
    end as volume_effect_on_year_usd,
    case
        when seats_a_year_ago = 0 or seats = 0 then {{ money('0') }}
        else {{ plan_price_effect('change_on_year_usd', 'seats', 'seats_a_year_ago', 'price_a_year_ago_usd') }}
    end as price_effect_on_year_usd,
    seats_before = 0 and seats > 0 as is_opened,
    seats_before > 0 and seats = 0 as is_ended
from effects
