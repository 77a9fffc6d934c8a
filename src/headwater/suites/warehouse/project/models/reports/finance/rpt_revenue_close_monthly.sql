-- The close: does billing agree with the ledger, within half a per cent.
select
    month_start,
    {{ fiscal_quarter('month_start') }} as fiscal_quarter,
    billing_usd,
    ledger_usd,
    difference_usd,
    difference_share,
    abs(coalesce(difference_share, 0)) <= 0.005 as is_closed
from {{ ref('fct_revenue_reconciliation_monthly') }}
