-- The versions of a server as a history. Candidates of a release count as that release.
with server_days as (

    select
        server_id,
        date_day,
        version,
        version_sort_key
    from {{ ref('fct_server_daily_activity') }}
    where is_reported

),

changes as (

    select
        *,
        lag(version_sort_key) over (partition by server_id order by date_day) as previous_sort_key,
        lag(version) over (partition by server_id order by date_day) as previous_version
    from server_days

)

select
    {{ surrogate_key(['server_id', 'date_day']) }} as version_period_id,
    server_id,
    version,
    version_sort_key,
    previous_version,
    previous_sort_key,
    date_day as valid_from,
    lead(date_day) over (partition by server_id order by date_day) as valid_to
from changes
where previous_sort_key is null or previous_sort_key <> version_sort_key
