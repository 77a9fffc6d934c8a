select
    country_code,
    region,
    {{ legacy_region('country_code') }} as legacy_region
from {{ ref('map_countries') }}
where coalesce({{ legacy_region('country_code') }}, 'none') <> region
