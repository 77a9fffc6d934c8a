{{ config(materialized='table') }}

-- Which account a customer of the payment provider is. Checkout notes it since 2022; for older customers the workspace
-- that they pay for, the licence that they bought or the owner's e-mail address tells, in this order of trust.
with customers as (
    select * from {{ ref('stg_billing__customers') }}
),

accounts as (
    select * from {{ ref('stg_app__accounts') }}
),

from_metadata as (
    select
        customers.customer_id,
        accounts.account_id,
        'metadata' as matched_by,
        1 as trust,
        customers.created_at as seen_at
    from customers
    inner join accounts
        on customers.account_id = accounts.account_id
),

from_workspaces as (
    select
        subscriptions.customer_id,
        workspaces.account_id,
        'workspace' as matched_by,
        2 as trust,
        subscriptions.started_at as seen_at
    from {{ ref('stg_billing__subscriptions') }} as subscriptions
    inner join {{ ref('stg_app__workspaces') }} as workspaces
        on subscriptions.workspace_id = workspaces.workspace_id
),

from_licenses as (
    select
        invoices.customer_id,
        licenses.account_id,
        'license' as matched_by,
        3 as trust,
        invoices.created_at as seen_at
    from {{ ref('stg_billing__invoices') }} as invoices
    inner join {{ ref('stg_licensing__licenses') }} as licenses
        on invoices.license_id = licenses.license_id
    where licenses.account_id is not null
),

from_owners as (
    select
        customers.customer_id,
        accounts.account_id,
        'email' as matched_by,
        4 as trust,
        accounts.created_at as seen_at
    from customers
    inner join {{ ref('stg_app__users') }} as users
        on customers.email = users.email
    inner join accounts
        on users.user_id = accounts.owner_user_id
),

candidates as (
    select * from from_metadata
    union all
    select * from from_workspaces
    union all
    select * from from_licenses
    union all
    select * from from_owners
),

best as (
    {{ deduplicate('candidates', 'customer_id', 'trust, seen_at, account_id') }}
)

select
    customers.customer_id,
    best.account_id,
    coalesce(best.matched_by, 'unmatched') as matched_by,
    customers.currency,
    customers.country_code,
    customers.tax_status,
    customers.created_at
from customers
left join best
    on customers.customer_id = best.customer_id
