-- The newest version that could be installed on each day: highest by number, not by date, since patches of old lines
-- are released after the first versions of new ones.
with days as (

    select date_day from {{ ref('dim_dates') }}
    where is_past

),

versions as (

    select * from {{ ref('dim_server_versions') }}

),

available as (

    select
        days.date_day,
        max(versions.version_sort_key) as latest_sort_key
    from days
    inner join versions
        on versions.released_on <= days.date_day
    group by days.date_day

)

select
    available.date_day,
    versions.version as latest_version,
    versions.version_sort_key as latest_sort_key,
    versions.release_number as latest_release_number,
    versions.released_on as latest_released_on
from available
inner join versions
    on available.latest_sort_key = versions.version_sort_key
