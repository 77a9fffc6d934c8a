-- Accounts as they were: for questions about the size or the country that an account had at the time. The version that
-- a deletion writes holds nothing and is left out; it ends the one before.
with versions as (

    select * from {{ ref('int_account_versions') }}

),

bands as (

    select * from {{ ref('map_employee_bands') }}

),

countries as (

    select * from {{ ref('map_countries') }}

),

accounts as (

    select * from {{ ref('dim_accounts') }}

)

select
    versions.account_change_id as account_version_id,
    versions.account_id,
    versions.version_number,
    versions.account_name,
    versions.owner_user_id,
    coalesce(versions.industry, 'Unknown') as industry,
    versions.employee_band,
    bands.band_order as employee_band_order,
    coalesce(bands.segment, 'SMB') as segment,
    countries.country_code,
    coalesce(countries.region, accounts.region) as region,
    versions.valid_from,
    versions.valid_to,
    versions.valid_to is null as is_current,
    accounts.is_reportable
from versions
inner join accounts
    on versions.account_id = accounts.account_id
left join bands
    on versions.employee_band = bands.employee_band
left join countries
    on versions.country_code = countries.country_code
where versions.operation <> 'delete'
