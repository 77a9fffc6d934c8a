select accounts.account_id, accounts.country_code, accounts.region
from {{ ref('dim_accounts') }} as accounts
inner join {{ ref('dim_countries') }} as countries
    on accounts.country_code = countries.country_code
where accounts.region <> countries.region
