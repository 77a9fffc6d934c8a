-- Released versions in their order, with what came next and until when each is supported.
with versions as (

    select * from {{ ref('stg_releases__versions') }}
    where released_on <= {{ as_of() }}

),

ordered as (

    select
        *,
        row_number() over (order by version_sort_key) as release_number,
        lead(version) over (order by version_sort_key) as next_version,
        lead(released_on) over (order by version_sort_key) as next_released_on
    from versions

)

select
    version,
    {{ release_line('version') }} as release_line,
    major_version,
    minor_version,
    patch_version,
    version_sort_key,
    release_number,
    released_on,
    next_version,
    next_released_on,
    is_lts,
    end_of_support_on,
    minimum_edition,
    {{ support_status(as_of(), 'end_of_support_on') }} as support_status
from ordered
