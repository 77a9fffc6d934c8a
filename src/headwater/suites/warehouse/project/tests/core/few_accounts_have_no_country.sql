select
    {{ count_where('country_code is null') }} as without_country,
    count(*) as accounts
from {{ ref('dim_accounts') }}
having {{ count_where('country_code is null') }} > 0.04 * count(*)
