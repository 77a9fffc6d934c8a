-- The accounts that are left after all merges. What a loser knew and its winner does not is kept.
with accounts as (

    select * from {{ ref('stg_crm__accounts') }}

),

survivors as (

    select * from {{ ref('int_crm_accounts_survivors') }}

),

known_by_losers as (

    select
        survivors.surviving_crm_account_id,
        min(accounts.app_account_id) as app_account_id,
        min(accounts.website_domain) as website_domain,
        max(accounts.employee_count) as employee_count,
        min(accounts.created_at) as first_created_at,
        count(*) as merged_records
    from survivors
    inner join accounts
        on survivors.crm_account_id = accounts.crm_account_id
    group by survivors.surviving_crm_account_id

),

industries as (

    select * from {{ ref('map_crm_industries') }}

),

parents as (

    select
        crm_account_id,
        surviving_crm_account_id
    from survivors

)

select
    accounts.crm_account_id,
    accounts.account_name,
    coalesce(accounts.website_domain, known_by_losers.website_domain) as website_domain,
    accounts.account_type,
    coalesce(industries.industry, 'Other') as industry,
    coalesce(accounts.employee_count, known_by_losers.employee_count) as employee_count,
    {{ crm_segment('coalesce(accounts.employee_count, known_by_losers.employee_count)') }} as segment,
    accounts.country_code,
    -- a parent that was merged into this very account is no parent
    nullif(parents.surviving_crm_account_id, accounts.crm_account_id) as parent_crm_account_id,
    accounts.owner_crm_user_id,
    accounts.csm_crm_user_id,
    coalesce(accounts.app_account_id, known_by_losers.app_account_id) as app_account_id,
    accounts.is_deleted,
    known_by_losers.first_created_at as created_at,
    {{ crm_local_date('known_by_losers.first_created_at') }} as created_on,
    accounts.modified_at,
    known_by_losers.merged_records
from accounts
inner join known_by_losers
    on accounts.crm_account_id = known_by_losers.surviving_crm_account_id
left join industries
    on lower(accounts.source_industry) = industries.source_industry
left join parents
    on accounts.parent_crm_account_id = parents.crm_account_id
