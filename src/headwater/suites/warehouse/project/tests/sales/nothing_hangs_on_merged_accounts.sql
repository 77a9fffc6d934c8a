with merged as (
    select crm_account_id
    from {{ ref('stg_crm__accounts') }}
    where merged_into_crm_account_id is not null
),

users_of_accounts as (
    select 'contact' as kind, contact_id as id, crm_account_id from {{ ref('dim_contacts') }}
    union all
    select 'lead' as kind, lead_id as id, crm_account_id from {{ ref('fct_leads') }}
    union all
    select 'deal' as kind, opportunity_id as id, crm_account_id from {{ ref('fct_opportunities') }}
    union all
    select 'touch' as kind, touch_id as id, crm_account_id from {{ ref('fct_touches') }}
)

select users_of_accounts.*
from users_of_accounts
inner join merged
    on users_of_accounts.crm_account_id = merged.crm_account_id
