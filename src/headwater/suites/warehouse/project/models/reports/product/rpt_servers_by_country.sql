-- Servers seen in each month by country; a country that is not in our list counts as unknown.
with monthly as (

    select distinct
        {{ month_start('date_day') }} as month_start,
        server_id
    from {{ ref('reg_servers') }}

),

servers as (

    select * from {{ ref('dim_servers') }}

),

countries as (

    select * from {{ ref('dim_countries') }}

)

select
    monthly.month_start,
    coalesce(countries.country_code, '??') as country_code,
    coalesce(countries.country_name, 'Unknown') as country_name,
    coalesce(countries.region, 'Unassigned') as region,
    count(*) as servers,
    {{ count_where('servers.is_licensed_edition') }} as licensed_servers
from monthly
inner join servers
    on monthly.server_id = servers.server_id
left join countries
    on servers.country_code = countries.country_code
group by
    monthly.month_start,
    coalesce(countries.country_code, '??'),
    coalesce(countries.country_name, 'Unknown'),
    coalesce(countries.region, 'Unassigned')
