with accounts as (

    select * from {{ ref('int_accounts_classified') }}

),

identities as (

    select * from {{ ref('int_account_identities') }}

)

select
    accounts.account_id,
    accounts.account_name,
    identities.crm_account_id,
    identities.billing_customer_id,
    identities.support_organization_id,
    accounts.owner_user_id,
    accounts.owner_email,
    accounts.region,
    accounts.country_code,
    accounts.country_name,
    accounts.industry,
    accounts.employee_band,
    accounts.segment,
    accounts.created_at,
    {{ to_date('accounts.created_at') }} as created_on,
    accounts.deleted_at,
    accounts.first_workspace_created_at,
    accounts.is_internal,
    accounts.is_test,
    accounts.is_deleted,
    {{ is_reportable_account('accounts') }} as is_reportable
from accounts
left join identities
    on accounts.account_id = identities.account_id
