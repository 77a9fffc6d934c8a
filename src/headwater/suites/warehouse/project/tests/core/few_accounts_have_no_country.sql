{{ config(meta={
    'symptom': "In the list of accounts, far more companies than usual have no country and fall to the region of their data.",
    'business': "Many customers have lost their country."
}) }}

select
    {{ count_where('country_code is null') }} as without_country,
    count(*) as accounts
from {{ ref('dim_accounts') }}
having {{ count_where('country_code is null') }} > 0.04 * count(*)
