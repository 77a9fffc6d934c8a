{{ config(materialized='table') }}

-- T. Whitlock, 2022-08-22. Five balances of the ledger next to what billing says, month by month: receivables, deferred revenue, tax, cash and
-- fees. The ledger is written by billing's export, by payroll, by payables and by hand; what is left after taking out what was booked
-- by hand should be small. Balances are cumulative from the first entry on; billing's side is taken from the tables of this layer.
with months as (

    select
        month_dt as month,
        month_end_dt as month_end
    from {{ ref('base_calendar') }}

),

ledger as (

    select
        month,
        account_code,
        balance_change_usd,
        by_hand_usd
    from {{ ref('fin_ledger_month') }}
    where account_code in ('1000', '1100', '2200', '2400', '5100')

),

balances as (

    select
        months.month,
        ledger.account_code,
        sum(ledger.balance_change_usd) as ledger_usd,
        sum(ledger.by_hand_usd) as by_hand_usd,
        sum(case when ledger.month = months.month then ledger.balance_change_usd else 0 end) as change_usd
    from months
    inner join ledger on ledger.month <= months.month
    group by months.month, ledger.account_code

),

receivables as (

    select
        month,
        sum(open_usd) as billing_usd
    from {{ ref('fin_receivables') }}
    group by month

),

deferred as (

    select
        month,
        - sum(closing_usd) as billing_usd
    from {{ ref('fin_deferred_v1') }}
    group by month

),

cash as (

    select
        months.month,
        sum(cash.net_usd) as billing_usd
    from months
    inner join {{ ref('fin_cash_month') }} as cash on cash.month <= months.month
    group by months.month

),

fees as (

    select
        months.month,
        sum(cash.fees_usd) as billing_usd
    from months
    inner join {{ ref('fin_cash_month') }} as cash on cash.month <= months.month
    group by months.month

),

tax as (

    select
        months.month,
        - sum({{ legacy_usd('invoices.vat', 'invoices.rate') }}) as billing_usd
    from months
    inner join {{ ref('fin_invoice_list') }} as invoices on invoices.invoiced_month <= months.month
    where invoices.status <> 'void'
    group by months.month

),

paired as (

    select '1100 receivables' as balance, balances.month, balances.ledger_usd, balances.by_hand_usd, balances.change_usd, coalesce(receivables.billing_usd, 0) as billing_usd
    from balances
    left join receivables on balances.month = receivables.month
    where balances.account_code = '1100'

    union all

    select '2400 deferred revenue' as balance, balances.month, balances.ledger_usd, balances.by_hand_usd, balances.change_usd, coalesce(deferred.billing_usd, 0) as billing_usd
    from balances
    left join deferred on balances.month = deferred.month
    where balances.account_code = '2400'

    union all

    select '1000 cash from customers' as balance, balances.month, balances.ledger_usd, balances.by_hand_usd, balances.change_usd, coalesce(cash.billing_usd, 0) as billing_usd
    from balances
    left join cash on balances.month = cash.month
    where balances.account_code = '1000'

    union all

    select '5100 fees' as balance, balances.month, balances.ledger_usd, balances.by_hand_usd, balances.change_usd, coalesce(fees.billing_usd, 0) as billing_usd
    from balances
    left join fees on balances.month = fees.month
    where balances.account_code = '5100'

    union all

    select '2200 tax' as balance, balances.month, balances.ledger_usd, balances.by_hand_usd, balances.change_usd, coalesce(tax.billing_usd, 0) as billing_usd
    from balances
    left join tax on balances.month = tax.month
    where balances.account_code = '2200'

)

select
    balance,
    month,
    {{ fin_quarter('month') }} as calendar_quarter,
    ledger_usd,
    billing_usd,
    by_hand_usd,
    change_usd,
    ledger_usd - billing_usd as difference_usd,
    ledger_usd - billing_usd - by_hand_usd as unexplained_usd,
    {{ legacy_percent('abs(ledger_usd - billing_usd)', 'nullif(abs(ledger_usd), 0)') }} as difference_percent,
    case
        when balance = '1000 cash from customers' then 'the ledger has what we pay, too'
        when balance = '2400 deferred revenue' then 'twelfths here, days in the ledger'
        when balance = '2200 tax' then 'the ledger takes out what was paid to the state'
        when month < {{ legacy_cutover('receivables') }} then 'void invoices'
        else 'exchange rates'
    end as usual_reason
from paired
