-- finance has cost per active user, ops per user day: a user is active on one to thirty-one days
select o.month_start, o.usd_per_user_day, f.cost_per_active_user_usd
from {{ ref('rpt_plt_cost_review_monthly') }} o
join {{ ref('rpt_cloud_cost_per_user_monthly') }} f using (month_start)
where o.usd_per_user_day > f.cost_per_active_user_usd * 1.02
    or o.usd_per_user_day * 31 < f.cost_per_active_user_usd * 0.98
