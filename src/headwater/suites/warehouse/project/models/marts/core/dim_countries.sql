-- Countries in which accounts or servers are, with how many of each: the map pages of the dashboards start here.
with countries as (

    select * from {{ ref('map_countries') }}

),

accounts as (

    select
        country_code,
        count(*) as accounts
    from {{ ref('dim_accounts') }}
    where is_reportable and country_code is not null
    group by country_code

),

servers as (

    select
        country_code,
        count(*) as servers
    from {{ ref('dim_servers') }}
    where is_reportable and country_code is not null
    group by country_code

)

select
    countries.country_code,
    countries.country_name,
    countries.region,
    countries.billing_currency,
    coalesce(accounts.accounts, 0) as accounts,
    coalesce(servers.servers, 0) as servers
from countries
left join accounts
    on countries.country_code = accounts.country_code
left join servers
    on countries.country_code = servers.country_code
