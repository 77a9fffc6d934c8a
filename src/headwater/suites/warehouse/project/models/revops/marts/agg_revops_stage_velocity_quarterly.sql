-- How fast and how often deals get beyond each stage, by the quarter in which they entered it. Deals that are still in the stage count
-- as not passed, so the youngest quarters look worse than they will.
with steps as (
    select * from {{ ref('int_revops_stage_steps') }}
),

measured as (
    select
        entered_fiscal_quarter as fiscal_quarter,
        stage,
        max(stage_order) as stage_order,
        segment,
        count(*) as entered,
        {{ count_where('is_passed') }} as passed,
        {{ count_where("fate = 'won'") }} as won,
        {{ count_where("fate = 'lost'") }} as lost,
        {{ count_where("fate = 'open'") }} as still_open,
        {{ count_where('times_in_stage > 1') }} as returned,
        sum(amount_usd) as entered_usd,
        {{ sum_where("fate = 'won'", 'amount_usd') }} as won_usd,
        sum(days_in_stage) as days_in_stage,
        {{ median('days_in_stage') }} as median_days
    from steps
    group by entered_fiscal_quarter, stage, segment
)

select
    fiscal_quarter,
    stage,
    stage_order,
    segment,
    entered,
    passed,
    won,
    lost,
    still_open,
    returned,
    entered_usd,
    won_usd,
    {{ safe_divide('passed', 'entered', 4) }} as pass_rate,
    {{ safe_divide('won', 'won + lost', 4) }} as win_rate_from_here,
    {{ safe_divide('won_usd', 'entered_usd', 4) }} as value_win_rate,
    {{ safe_divide('days_in_stage', 'entered', 2) }} as average_days,
    median_days,
    {{ safe_divide('returned', 'entered', 4) }} as return_rate
from measured
