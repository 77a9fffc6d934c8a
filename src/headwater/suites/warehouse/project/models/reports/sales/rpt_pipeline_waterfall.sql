-- From last week's pipeline to this week's: what came in, grew, shrank, was won and was lost.
with movements as (

    select
        week_ending_on,
        {{ sum_where('true', 'usd_before') }} as opening_usd,
        {{ sum_where("movement = 'created'", 'change_usd') }} as created_usd,
        {{ sum_where("movement = 'reopened'", 'change_usd') }} as reopened_usd,
        {{ sum_where("movement = 'increased'", 'change_usd') }} as increased_usd,
        {{ sum_where("movement = 'decreased'", 'change_usd') }} as decreased_usd,
        {{ sum_where("movement = 'revalued'", 'change_usd') }} as revalued_usd,
        {{ sum_where("movement = 'won'", 'change_usd') }} as won_usd,
        {{ sum_where("movement = 'lost'", 'change_usd') }} as lost_usd,
        {{ count_where('has_slipped') }} as slipped_opportunities,
        sum(usd_after) as closing_usd
    from {{ ref('fct_pipeline_movements_weekly') }}
    group by week_ending_on

)

select
    movements.*,
    coverage.fiscal_quarter,
    coverage.coverage
from movements
left join {{ ref('agg_pipeline_coverage_weekly') }} as coverage
    on movements.week_ending_on = coverage.week_ending_on
