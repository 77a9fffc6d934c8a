with source as (

    select * from {{ source('releases', 'security_advisories') }}

)

select
    advisory_id,
    lower(severity) as severity,
    published_on,
    {{ version_number('affects_from_version') }} as affects_from_version,
    {{ version_sort_key('affects_from_version') }} as affects_from_sort_key,
    {{ version_number('fixed_in_version') }} as fixed_in_version,
    {{ version_sort_key('fixed_in_version') }} as fixed_in_sort_key,
    _loaded_at as loaded_at
from source
