with totals as (

    select
        sum(new_users) as new_users,
        sum(resurrected_users) as resurrected_users,
        sum(lost_users) as lost_users,
        max(case when recency = 1 then active_users end) as active_users
    from (
        select *, row_number() over (order by week_start desc) as recency
        from {{ ref('agg_weekly_active_users') }}
        where is_complete_week or week_start < {{ history_start() }}
    ) as weeks

)

select *
from totals
where new_users + resurrected_users - lost_users <> active_users
