-- Companies as sales sees them, prospects included. dim_accounts has those that use the product.
with accounts as (

    select * from {{ ref('int_crm_accounts_current') }}
    where not is_deleted

),

families as (

    select * from {{ ref('int_crm_account_hierarchy') }}

),

app_accounts as (

    select * from {{ ref('int_crm_account_app_accounts') }}

)

select
    accounts.crm_account_id,
    accounts.account_name,
    accounts.website_domain,
    accounts.account_type,
    accounts.industry,
    accounts.employee_count,
    accounts.segment,
    accounts.country_code,
    accounts.parent_crm_account_id,
    families.ultimate_crm_account_id,
    tops.account_name as ultimate_account_name,
    families.hierarchy_level,
    families.family_accounts,
    accounts.owner_crm_user_id,
    accounts.csm_crm_user_id,
    app_accounts.account_id,
    accounts.created_at,
    accounts.created_on,
    accounts.merged_records
from accounts
inner join families
    on accounts.crm_account_id = families.crm_account_id
left join accounts as tops
    on families.ultimate_crm_account_id = tops.crm_account_id
left join app_accounts
    on accounts.crm_account_id = app_accounts.crm_account_id
