with people as (
    select {{ month_start('session_date') }} as month_start, count(*) as sessions
    from {{ ref('stg_marketing__web_sessions') }}
    where not is_flagged_bot
        and started_at < {{ as_of_end() }}
    group by {{ month_start('session_date') }}
)

select summary.month_start, summary.sessions, people.sessions as peoples_sessions
from {{ ref('rpt_marketing_summary') }} as summary
left join people on summary.month_start = people.month_start
where summary.sessions <> coalesce(people.sessions, 0)
