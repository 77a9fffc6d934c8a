-- first to last ping = days with a ping + closed gaps
with p as (
    select server_id, days_seen, {{ date_diff_days('first_seen_on', 'last_seen_on') }} + 1 as span
    from {{ ref('dim_servers') }}
    where is_reportable
), g as (
    select server_id, sum(n_silent) as silent
    from {{ ref('fct_plt_ping_gaps') }}
    where not is_open
    group by server_id
)
select p.server_id, p.span, p.days_seen, g.silent
from p
left join g using (server_id)
where p.span <> p.days_seen + coalesce(g.silent, 0)
