with renewals as (
    select * from {{ ref('fct_renewals') }}
),

accounts as (
    select * from {{ ref('dim_accounts') }}
    where is_reportable
)

select
    renewals.term_id,
    renewals.term_type,
    renewals.account_id,
    accounts.account_name,
    accounts.segment,
    accounts.region,
    renewals.plan,
    renewals.due_on,
    renewals.due_month,
    renewals.due_fiscal_quarter,
    renewals.outcome,
    renewals.is_renewed,
    renewals.seats,
    renewals.renewed_seats,
    renewals.annual_value_usd,
    renewals.kept_value_usd,
    renewals.renewed_value_usd
from renewals
inner join accounts
    on renewals.account_id = accounts.account_id
