select kpis.month_start, kpis.monthly_active_users, activity.users
from {{ ref('rpt_kpi_monthly') }} as kpis
inner join (
    select month_start, count(distinct user_id) as users
    from {{ ref('fct_user_monthly_activity') }}
    group by month_start
) as activity on kpis.month_start = activity.month_start
where kpis.monthly_active_users <> activity.users
