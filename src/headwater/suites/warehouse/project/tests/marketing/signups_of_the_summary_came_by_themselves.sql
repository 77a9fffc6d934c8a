with users as (
    select {{ month_start('created_at') }} as month_start, count(*) as signups
    from {{ ref('stg_app__users') }}
    where not is_bot
        and not {{ is_own_email('email') }}
        and coalesce(signup_source, 'organic') <> 'invite'
        and created_at < {{ as_of_end() }}
    group by {{ month_start('created_at') }}
)

select summary.month_start, summary.signups, users.signups as users
from {{ ref('rpt_marketing_summary') }} as summary
left join users on summary.month_start = users.month_start
where abs(summary.signups - coalesce(users.signups, 0)) > 0.001
