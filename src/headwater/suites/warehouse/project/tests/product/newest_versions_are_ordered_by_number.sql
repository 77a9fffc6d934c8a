select
    date_day,
    latest_version
from {{ ref('int_latest_versions_daily') }} as latest
where exists (
    select 1
    from {{ ref('stg_releases__versions') }} as versions
    where
        versions.released_on <= latest.date_day
        and (
            versions.major_version > cast(split_part(latest.latest_version, '.', 1) as integer)
            or (
                versions.major_version = cast(split_part(latest.latest_version, '.', 1) as integer)
                and versions.minor_version > cast(split_part(latest.latest_version, '.', 2) as integer)
            )
        )
)
