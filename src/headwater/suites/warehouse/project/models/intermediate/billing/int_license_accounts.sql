{{ config(materialized='table') }}

-- The account of every licence. Licences before 2022 do not say: the sale that they come from, the customer who paid the
-- invoice, the licence that took their place, or the address that they were sent to tells, in this order of trust.
with licenses as (
    select * from {{ ref('stg_licensing__licenses') }}
),

accounts as (
    select * from {{ ref('stg_app__accounts') }}
),

from_license as (
    select
        licenses.license_id,
        accounts.account_id,
        'license' as matched_by,
        1 as trust,
        licenses.issued_at as seen_at
    from licenses
    inner join accounts
        on licenses.account_id = accounts.account_id
),

from_opportunity as (
    select
        licenses.license_id,
        crm_accounts.app_account_id as account_id,
        'opportunity' as matched_by,
        2 as trust,
        licenses.issued_at as seen_at
    from licenses
    inner join {{ ref('stg_crm__opportunities') }} as opportunities
        on licenses.crm_opportunity_id = opportunities.opportunity_id
    inner join {{ ref('stg_crm__accounts') }} as crm_accounts
        on opportunities.crm_account_id = crm_accounts.crm_account_id
    inner join accounts
        on crm_accounts.app_account_id = accounts.account_id
),

from_invoice as (
    select
        invoices.license_id,
        customers.account_id,
        'invoice' as matched_by,
        3 as trust,
        invoices.created_at as seen_at
    from {{ ref('stg_billing__invoices') }} as invoices
    inner join {{ ref('int_billing_customer_accounts') }} as customers
        on invoices.customer_id = customers.customer_id
    where invoices.license_id is not null
        and customers.account_id is not null
),

from_successor as (
    select
        licenses.license_id,
        successors.account_id,
        'successor' as matched_by,
        4 as trust,
        successors.issued_at as seen_at
    from licenses
    inner join licenses as successors
        on licenses.replaced_by_license_id = successors.license_id
    where successors.account_id is not null
),

from_address as (
    select
        licenses.license_id,
        accounts.account_id,
        'email' as matched_by,
        5 as trust,
        accounts.created_at as seen_at
    from licenses
    inner join {{ ref('stg_app__users') }} as users
        on licenses.customer_email = users.email
    inner join accounts
        on users.user_id = accounts.owner_user_id
),

candidates as (
    select * from from_license
    union all
    select * from from_opportunity
    union all
    select * from from_invoice
    union all
    select * from from_successor
    union all
    select * from from_address
),

best as (
    {{ deduplicate('candidates', 'license_id', 'trust, seen_at, account_id') }}
)

select
    licenses.license_id,
    best.account_id,
    coalesce(best.matched_by, 'unmatched') as matched_by
from licenses
left join best
    on licenses.license_id = best.license_id
