with totals as (
    select
        month_start,
        sum(people_employed) as people,
        sum(joiners) as joiners,
        sum(closing_headcount) as closing
    from {{ ref('fct_headcount_monthly') }}
    group by month_start
),

followed as (
    select
        *,
        lag(closing) over (order by month_start) as previous_closing
    from totals
)

select *
from followed
where previous_closing is not null
    and people <> previous_closing + joiners
