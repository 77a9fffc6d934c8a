-- Doubles become exact money here: a trial balance that is out by a hundredth of a cent is out.
with source as (
    select * from {{ source('raw_finance', 'gl_entries') }}
)

select
    entry_id,
    journal_id,
    posted_on,
    period as fiscal_period,
    account_code,
    cost_center,
    {{ money('coalesce(debit, 0)') }} as debit_usd,
    {{ money('coalesce(credit, 0)') }} as credit_usd,
    {{ nullif_blank('memo') }} as memo,
    lower(source) as entry_source,
    reversed_entry_id,
    _loaded_at as loaded_at
from source
