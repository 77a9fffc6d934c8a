-- Which of the app's accounts a CRM account is. The app's own link is trusted first; the CRM's copy of it fills in.
-- A CRM account can stand for several app accounts (a company that signed up twice): the oldest of them is taken.
with current_accounts as (

    select * from {{ ref('int_crm_accounts_current') }}

),

survivors as (

    select * from {{ ref('int_crm_accounts_survivors') }}

),

app_accounts as (

    select * from {{ ref('stg_app__accounts') }}

),

links as (

    select
        survivors.surviving_crm_account_id as crm_account_id,
        app_accounts.account_id,
        app_accounts.created_at,
        1 as trust
    from app_accounts
    inner join survivors
        on app_accounts.crm_account_id = survivors.crm_account_id

    union all

    select
        current_accounts.crm_account_id,
        app_accounts.account_id,
        app_accounts.created_at,
        2 as trust
    from current_accounts
    inner join app_accounts
        on current_accounts.app_account_id = app_accounts.account_id

),

chosen as (

    {{ deduplicate('links', partition_by='crm_account_id', order_by='trust, created_at, account_id') }}

)

select
    crm_account_id,
    account_id,
    trust = 1 as is_linked_by_app
from chosen
