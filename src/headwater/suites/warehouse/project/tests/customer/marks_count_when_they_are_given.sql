with given as (
    select
        {{ month_start('rated_at') }} as month_start,
        count(*) as marks
    from {{ ref('fct_csat') }}
    where is_answered
        and assigned_agent_id is not null
    group by 1
),

reported as (
    select
        month_start,
        sum(good_marks) + sum(bad_marks) as marks
    from {{ ref('rpt_csat_by_team_monthly') }}
    group by month_start
)

select reported.month_start, reported.marks, given.marks as given_marks
from reported
left join given on reported.month_start = given.month_start
where reported.marks <> coalesce(given.marks, 0)
