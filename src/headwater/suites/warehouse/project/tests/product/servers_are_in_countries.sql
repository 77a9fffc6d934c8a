-- A proxy hides the country of a server now and then.
with shares as (

    select
        month_start,
        sum(case when region = 'Unassigned' then servers else 0 end) as unknown_servers,
        sum(servers) as servers
    from {{ ref('rpt_servers_by_country') }}
    group by month_start

)

select *
from shares
where unknown_servers > 0.1 * servers
