-- Open advisories at each month's end, by server. "Late" runs from publication, not from the day on which the srv took
-- the vulnerable version, unless that came later.
with m as (
    {{ plt_months() }}
), x as (
    select server_id, account_id, advisory_id, severity, severity_rank, exposed_from, exposed_to, patch_due_on
    from {{ ref('fct_server_security_exposure') }}
)
select
    {{ surrogate_key(['x.server_id', 'm.month_start']) }} as backlog_id,
    x.server_id,
    m.month_start,
    max(x.account_id) as account_id,
    count(*) as open_advisories,
    {{ count_where("x.severity = 'critical'") }} as open_critical,
    {{ count_where("x.severity = 'high'") }} as open_high,
    {{ count_where('x.patch_due_on < m.last_day') }} as late_advisories,
    {{ count_where("x.patch_due_on < m.last_day and x.severity in ('high', 'critical')") }} as late_grave,
    max(x.severity_rank) as worst_rank,
    max({{ date_diff_days('x.exposed_from', 'm.last_day') }}) as oldest_days
from m
join x on x.exposed_from <= m.last_day and x.exposed_to > m.last_day
group by x.server_id, m.month_start
