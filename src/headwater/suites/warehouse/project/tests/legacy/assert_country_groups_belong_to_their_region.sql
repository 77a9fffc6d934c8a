-- Each region's sheet groups the countries of its own region only; a country that moves must be moved in the macros, too.
select
    country_code,
    region,
    {{ amer_group('country_code') }} as amer_group,
    {{ emea_group('country_code') }} as emea_group,
    {{ apac_group('country_code') }} as apac_group
from {{ ref('map_countries') }}
where (region = 'AMER') <> ({{ amer_group('country_code') }} <> 'no country')
    or (region <> 'EMEA' and {{ emea_group('country_code') }} <> 'rest')
    or (region <> 'APAC' and {{ apac_group('country_code') }} <> 'rest')
