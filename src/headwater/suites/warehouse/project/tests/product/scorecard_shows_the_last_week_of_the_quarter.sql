with last_weeks as (

    select
        {{ fiscal_quarter('week_start') }} as fiscal_quarter,
        max(week_start) as week_start
    from {{ ref('agg_weekly_active_users') }}
    where is_complete_week
    group by {{ fiscal_quarter('week_start') }}

)

select
    scorecard.fiscal_quarter,
    scorecard.value,
    weeks.active_users
from {{ ref('rpt_product_scorecard') }} as scorecard
inner join last_weeks
    on scorecard.fiscal_quarter = last_weeks.fiscal_quarter
inner join {{ ref('agg_weekly_active_users') }} as weeks
    on last_weeks.week_start = weeks.week_start
where scorecard.metric = 'weekly_active_users' and scorecard.value <> weeks.active_users
