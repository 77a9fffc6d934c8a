-- Accounts with the segment, the region and the flags that decide whether they count.
with accounts as (

    select * from {{ ref('stg_app__accounts') }}

),

owners as (

    select * from {{ ref('int_users_classified') }}

),

bands as (

    select * from {{ ref('map_employee_bands') }}

),

countries as (

    select * from {{ ref('map_countries') }}

),

workspace_regions as (

    select * from {{ ref('int_account_workspace_regions') }}

)

select
    accounts.account_id,
    accounts.account_name,
    accounts.crm_account_id,
    accounts.owner_user_id,
    owners.email as owner_email,
    countries.country_code,
    countries.country_name,
    -- a country that nobody gave, or that we do not sell in, is replaced by where the data live
    coalesce(countries.region, workspace_regions.sales_region, 'Unassigned') as region,
    coalesce(accounts.industry, 'Unknown') as industry,
    accounts.employee_band,
    coalesce(bands.segment, 'SMB') as segment,
    -- an account that a member of staff or a test user owns is ours, whatever its flags say
    accounts.is_internal or coalesce(owners.is_staff, false) as is_internal,
    accounts.is_test or coalesce(owners.is_test_user, false) as is_test,
    accounts.is_deleted,
    accounts.created_at,
    accounts.deleted_at,
    workspace_regions.first_workspace_created_at
from accounts
left join owners
    on accounts.owner_user_id = owners.user_id
left join bands
    on accounts.employee_band = bands.employee_band
left join countries
    on accounts.country_code = countries.country_code
left join workspace_regions
    on accounts.account_id = workspace_regions.account_id
