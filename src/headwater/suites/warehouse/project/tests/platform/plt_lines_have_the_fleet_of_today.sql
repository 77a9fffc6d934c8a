with l as (
    select sum(servers_now) as n, sum(servers_unsupported) as u from {{ ref('dim_plt_release_lines') }}
), f as (
    select sum(servers) as n, sum(unsupported_servers) as u
    from {{ ref('rpt_server_version_distribution') }}
    where month_start = {{ month_start(as_of()) }} and release_line <> 'unknown'
)
select l.n, f.n as fleets, l.u, f.u as fleets_unsupported
from l
cross join f
where l.n <> f.n or l.u <> f.u
