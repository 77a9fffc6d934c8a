-- Who falls out of support in the next 90 / 180 days if nobody upgrades, by line and segment. For the upgrade calls.
with s as (
    select server_id, account_id, segment, edition, current_version, current_release_line as line
    from {{ ref('dim_servers') }}
    where is_alive and is_reportable
), l as (
    select line, eos_on, is_lts, line_no from {{ ref('int_plt_lines') }}
), v as (
    select max(line_no) as newest_no from l
), g as (
    select server_id, sum(n_unexplained) as silent_90d
    from {{ ref('fct_plt_ping_gaps') }}
    where silent_from > {{ date_add_days(as_of(), -90) }}
    group by server_id
), b as (
    select server_id, late_grave from {{ ref('fct_plt_security_backlog_monthly') }}
    where month_start = {{ month_start(as_of()) }}
)
select
    line,
    coalesce(s.segment, 'Unknown') as segment,
    l.eos_on,
    l.is_lts,
    v.newest_no - l.line_no as lines_behind,
    {{ date_diff_days(as_of(), 'l.eos_on') }} as days_left,
    case
        when l.eos_on < {{ as_of() }} then 'out'
        when {{ date_diff_days(as_of(), 'l.eos_on') }} <= 90 then '90 days'
        when {{ date_diff_days(as_of(), 'l.eos_on') }} <= 180 then '180 days'
        else 'later'
    end as horizon,
    count(*) as servers,
    count(distinct s.account_id) as accounts,
    {{ count_where("s.edition <> 'free'") }} as paid_servers,
    {{ count_where('coalesce(g.silent_90d, 0) >= 10') }} as flaky_servers,
    {{ count_where('coalesce(b.late_grave, 0) > 0') }} as exposed_servers
from s
join l using (line)
cross join v
left join g on s.server_id = g.server_id
left join b on s.server_id = b.server_id
group by 1, 2, 3, 4, 5, 6, 7
