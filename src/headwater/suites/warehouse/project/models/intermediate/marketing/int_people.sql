{{ config(materialized='table') }}

-- One row for each address that any system knows, with who it is there and which company it belongs to. The company is
-- the contact's, else that of the converted lead, else that of the user's account.
with leads as (

    select
        email,
        min(lead_id) as lead_id
    from {{ ref('int_leads_deduplicated') }}
    where email is not null
    group by email

),

conversions as (

    select * from {{ ref('int_lead_conversions') }}

),

contacts_by_age as (

    select
        email,
        surviving_contact_id as contact_id,
        crm_account_id,
        row_number() over (partition by email order by created_at, contact_id) as contact_number
    from {{ ref('int_contacts_resolved') }}
    where email is not null
        and not is_deleted

),

users_by_age as (

    select
        email,
        user_id,
        account_id,
        row_number() over (partition by email order by created_at, user_id) as user_number
    from {{ ref('dim_users') }}
    where email is not null

),

app_accounts as (

    select
        account_id,
        min(crm_account_id) as crm_account_id
    from {{ ref('int_crm_account_app_accounts') }}
    group by account_id

),

crm_accounts as (

    select * from {{ ref('int_crm_account_app_accounts') }}

),

addresses as (

    select email from leads
    union
    select email from contacts_by_age
    union
    select email from users_by_age
    union
    select email from {{ ref('int_identity_stitched') }}

),

joined as (

    select
        addresses.email,
        leads.lead_id,
        contacts_by_age.contact_id,
        users_by_age.user_id,
        users_by_age.account_id as user_account_id,
        coalesce(contacts_by_age.crm_account_id, conversions.crm_account_id, app_accounts.crm_account_id) as crm_account_id
    from addresses
    left join leads
        on addresses.email = leads.email
    left join conversions
        on leads.lead_id = conversions.lead_id
    left join contacts_by_age
        on addresses.email = contacts_by_age.email
        and contacts_by_age.contact_number = 1
    left join users_by_age
        on addresses.email = users_by_age.email
        and users_by_age.user_number = 1
    left join app_accounts
        on users_by_age.account_id = app_accounts.account_id

)

select
    {{ surrogate_key(['joined.email']) }} as person_id,
    joined.email,
    joined.lead_id,
    joined.contact_id,
    joined.user_id,
    joined.crm_account_id,
    coalesce(joined.user_account_id, crm_accounts.account_id) as account_id
from joined
left join crm_accounts
    on joined.crm_account_id = crm_accounts.crm_account_id
where not {{ is_own_email('joined.email') }}
