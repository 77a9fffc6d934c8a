with source as (

    select * from {{ source('releases', 'versions') }}

)

select
    {{ version_number('version') }} as version,
    {{ version_part('version', 1) }} as major_version,
    {{ version_part('version', 2) }} as minor_version,
    {{ version_part('version', 3) }} as patch_version,
    {{ version_sort_key('version') }} as version_sort_key,
    released_on,
    coalesce(is_lts, false) as is_lts,
    end_of_support_on,
    edition_minimum as minimum_edition,
    _loaded_at as loaded_at
from source
