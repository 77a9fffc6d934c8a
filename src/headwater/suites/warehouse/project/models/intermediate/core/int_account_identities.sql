-- Who an account is in the other systems: at most one id in each, so that joining never multiplies accounts.
with accounts as (

    select * from {{ ref('stg_app__accounts') }}

),

crm_accounts as (

    select * from {{ ref('int_crm_accounts_surviving') }}

),

-- the CRM's own link is kept by hand, so the app's is believed first
crm_links as (

    select
        app_account_id,
        min(surviving_crm_account_id) as crm_account_id
    from crm_accounts
    where app_account_id is not null and not is_deleted
    group by app_account_id

),

customers as (

    select * from {{ ref('int_billing_customer_accounts') }}
    where account_id is not null

),

-- who came back after years got a second customer; the first one keeps the account's name in reports
first_customers as (

    {{ deduplicate('customers', partition_by='account_id', order_by='created_at, customer_id') }}

),

organizations as (

    select
        external_account_id,
        min(organization_id) as organization_id
    from {{ ref('stg_support__organizations') }}
    where external_account_id is not null
    group by external_account_id

)

select
    accounts.account_id,
    coalesce(app_links.surviving_crm_account_id, crm_links.crm_account_id) as crm_account_id,
    first_customers.customer_id as billing_customer_id,
    organizations.organization_id as support_organization_id
from accounts
left join crm_accounts as app_links
    on
        accounts.crm_account_id = app_links.crm_account_id
        and not app_links.is_deleted
left join crm_links
    on accounts.account_id = crm_links.app_account_id
left join first_customers
    on accounts.account_id = first_customers.account_id
left join organizations
    on accounts.account_id = organizations.external_account_id
