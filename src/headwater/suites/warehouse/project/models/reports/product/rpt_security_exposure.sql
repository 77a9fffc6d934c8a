-- How quickly the fleet closed each advisory: what product security reports after a release.
with exposures as (

    select * from {{ ref('fct_server_security_exposure') }}

)

select
    advisory_id,
    severity,
    severity_rank,
    published_on,
    fixed_in_version,
    count(*) as servers_exposed,
    count(distinct account_id) as accounts_exposed,
    {{ count_where('is_open') }} as servers_open,
    {{ count_where('is_overdue') }} as servers_overdue,
    sum(days_exposed) as server_days_exposed,
    {{ median('days_exposed') }} as median_days_exposed,
    {{ safe_divide(count_where('not is_open'), 'count(*)') }} as closed_share
from exposures
group by advisory_id, severity, severity_rank, published_on, fixed_in_version
