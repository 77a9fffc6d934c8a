-- trailing averages of each line and centre, and how far the last quarter lies from the last half year: a run rate that drifts
-- is no run rate
with lines as (
    select * from {{ ref('int_plan_lines_monthly') }}
),

past as (
    select * from lines
    where is_past
),

averaged as (
    select
        month_start,
        account_code,
        cost_center,
        actual_usd,
        {{ plan_trailing_average('actual_usd', 3, 'account_code, cost_center') }} as average_3_months_usd,
        {{ plan_trailing_average('actual_usd', 6, 'account_code, cost_center') }} as average_6_months_usd,
        {{ plan_trailing_average('actual_usd', 12, 'account_code, cost_center') }} as average_12_months_usd,
        {{ plan_trailing_sum('actual_usd', 12, 'account_code, cost_center') }} as sum_12_months_usd,
        {{ plan_previous_year('actual_usd', 'account_code, cost_center') }} as actual_a_year_ago_usd,
        row_number() over (partition by account_code, cost_center order by month_start) as months_known
    from past
)

select
    *,
    {{ plan_change_share('average_3_months_usd', 'average_6_months_usd') }} as drift,
    {{ plan_change_share('average_3_months_usd', 'average_12_months_usd') }} as growth,
    coalesce(abs(average_3_months_usd - average_6_months_usd) > 0.15 * abs(average_6_months_usd), false) as is_drifting
from averaged
