{{ config(meta={
    'symptom': "In the version reports, version 8.9 counts as newer than 8.10, so that up-to-date servers are shown as behind.",
    'business': "Customers on our latest release are told to upgrade."
}) }}

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
