{{ config(
    materialized='incremental',
    event_time='month',
    unique_key='month',
    incremental_strategy='delete+insert'
) }}

-- T. Whitlock, 2022-03-21. The ledger by calendar month of posting and account. Not by period: a late entry counts where it was posted.
-- (The new layer goes by period; in this ledger the two are the same for all entries that are not reversals in the month after.)
with entries as (

    select
        entries.entry_id,
        {{ month_start('entries.posted_on') }} as month,
        entries.account_code,
        accounts.account_name,
        accounts.statement,
        entries.cost_center,
        entries.debit_usd,
        entries.credit_usd,
        entries.entry_source,
        entries.reversed_entry_id
    from {{ ref('stg_finance__gl_entries') }} as entries
    inner join {{ ref('stg_finance__gl_accounts') }} as accounts on entries.account_code = accounts.account_code
    {%- if is_incremental() %}
    -- a month of posting is final when it is over
    where entries.posted_on >= {{ to_date(date_add_months(month_start(as_of()), -1)) }}
    {%- endif %}

)

select
    month,
    {{ fin_quarter('month') }} as calendar_quarter,
    account_code,
    account_name,
    statement,
    {{ fin_sheet_line('account_code') }} as sheet_line,
    count(*) as entries,
    sum(case when entry_source = 'manual' then 1 else 0 end) as manual_entries,
    sum(case when reversed_entry_id is not null then 1 else 0 end) as reversals,
    sum(debit_usd) as debit_usd,
    sum(credit_usd) as credit_usd,
    sum(debit_usd - credit_usd) as balance_change_usd,
    sum(case when entry_source = 'billing' then debit_usd - credit_usd else 0 end) as from_billing_usd,
    sum(case when entry_source = 'payroll' then debit_usd - credit_usd else 0 end) as from_payroll_usd,
    sum(case when entry_source = 'ap' then debit_usd - credit_usd else 0 end) as from_payables_usd,
    sum(case when entry_source = 'manual' then debit_usd - credit_usd else 0 end) as by_hand_usd,
    sum({{ fin_sheet_amount('account_code', 'debit_usd', 'credit_usd') }}) as sheet_amount_usd
from entries
group by
    month,
    {{ fin_quarter('month') }},
    account_code,
    account_name,
    statement,
    {{ fin_sheet_line('account_code') }}
