with signups as (
    select {{ month_start('signed_up_on') }} as month_start, count(*) as signups
    from {{ ref('int_signups') }}
    group by {{ month_start('signed_up_on') }}
)

select summary.month_start, summary.signups, signups.signups as people
from {{ ref('rpt_marketing_summary') }} as summary
left join signups on summary.month_start = signups.month_start
where abs(summary.signups - coalesce(signups.signups, 0)) > 0.001
