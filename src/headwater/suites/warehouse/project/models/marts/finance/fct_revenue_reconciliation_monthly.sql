-- Billing's recognised revenue against the ledger, month by month. Finance signs this page at every close.
with billing as (
    select
        month_start,
        sum(recognized_revenue_usd) as billing_usd
    from {{ ref('fct_revenue_monthly') }}
    group by month_start
),

ledger as (
    select
        month_start,
        {{ sum_where("category = 'revenue'", 'amount_usd') }} - {{ sum_where("category = 'contra_revenue'", 'amount_usd') }} as ledger_usd
    from {{ ref('fct_gl_monthly') }}
    where category in ('revenue', 'contra_revenue')
    group by month_start
)

select
    coalesce(billing.month_start, ledger.month_start) as month_start,
    coalesce(billing.billing_usd, 0) as billing_usd,
    coalesce(ledger.ledger_usd, 0) as ledger_usd,
    coalesce(billing.billing_usd, 0) - coalesce(ledger.ledger_usd, 0) as difference_usd,
    {{ safe_divide('coalesce(billing.billing_usd, 0) - coalesce(ledger.ledger_usd, 0)', 'ledger.ledger_usd') }} as difference_share
from billing
full join ledger on billing.month_start = ledger.month_start
where coalesce(billing.month_start, ledger.month_start) <= {{ as_of() }}
