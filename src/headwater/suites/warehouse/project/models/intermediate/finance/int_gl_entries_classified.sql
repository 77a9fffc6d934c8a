-- Each ledger line with its account, cost centre and calendar. Reversals are lines of their own and stay: both sides
-- count in the period in which they were posted.
with entries as (
    select * from {{ ref('stg_finance__gl_entries') }}
),

accounts as (
    select * from {{ ref('stg_finance__gl_accounts') }}
),

cost_centers as (
    select * from {{ ref('stg_finance__cost_centers') }}
)

select
    entries.entry_id,
    entries.journal_id,
    entries.posted_on,
    entries.fiscal_period,
    {{ period_start('entries.fiscal_period') }} as month_start,
    entries.account_code,
    accounts.account_name,
    accounts.statement,
    accounts.category,
    accounts.normal_balance,
    entries.cost_center,
    cost_centers.department,
    entries.debit_usd,
    entries.credit_usd,
    {{ signed_amount('entries.debit_usd', 'entries.credit_usd', 'accounts.normal_balance') }} as amount_usd,
    entries.entry_source,
    entries.reversed_entry_id is not null as is_reversal
from entries
inner join accounts on entries.account_code = accounts.account_code
left join cost_centers on entries.cost_center = cost_centers.cost_center
