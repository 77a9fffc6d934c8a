-- cash of the last year and of the open months of the running one. The outlook bills what is estimated to be earned, and collects it
-- by the pattern of the last year; costs are paid in their month, payroll and vendors alike.
with months as (
    select * from {{ ref('int_plan_months') }}
),

estimates as (
    select * from {{ ref('fct_plan_latest_estimate_monthly') }}
),

lines as (
    select * from {{ ref('int_plan_lines_monthly') }}
),

cash as (
    select
        {{ month_start('date_day') }} as month_start,
        sum(received_usd) as received_usd,
        sum(fee_usd) as fee_usd,
        sum(refunded_usd) as refunded_usd,
        sum(withheld_usd) as withheld_usd
    from {{ ref('fct_cash_daily') }}
    group by 1
),

billed as (
    select
        invoiced_month as month_start,
        invoice_kind,
        sum(total_usd) as billed_usd
    from {{ ref('fct_invoices') }}
    group by invoiced_month, invoice_kind
),

pattern as (
    select * from {{ ref('int_plan_collection_pattern') }}
),

tax_rates as (
    select {{ safe_divide('sum(tax_usd)', 'sum(subtotal_usd)', 6) }} as tax_share
    from {{ ref('fct_invoices') }}
    where invoiced_month > {{ to_date(date_add_months(month_start(as_of()), -12)) }}
),

estimated_billing as (
    select
        estimates.month_start,
        case when estimates.account_code = '4100' then 'self_managed' else 'cloud' end as invoice_kind,
        sum({{ money('cast(estimates.latest_estimate_usd as double precision) * (1 + tax_rates.tax_share)') }}) as billed_usd
    from estimates
    cross join tax_rates
    where not estimates.is_past
        and estimates.account_code in ('4000', '4100', '4200', '4300')
    group by 1, 2
),

all_billing as (
    select month_start, invoice_kind, billed_usd from billed
    union all
    select month_start, invoice_kind, billed_usd from estimated_billing
),

collected as (
    select
        {{ to_date(date_add_months('all_billing.month_start', 'pattern.months_after')) }} as month_start,
        sum({{ money('cast(all_billing.billed_usd as double precision) * pattern.paid_share') }}) as expected_usd
    from all_billing
    inner join pattern
        on all_billing.invoice_kind = pattern.invoice_kind
    group by 1
),

all_costs as (
    -- the estimate begins with the running year; the ledger has the months before it
    select month_start, account_code, driver, actual_usd as cost_usd
    from lines
    where is_past
    union all
    select month_start, account_code, driver, latest_estimate_usd
    from estimates
    where not is_past
),

costs as (
    -- fees are taken off receipts, bad debt and exchange are no payments
    select
        month_start,
        sum(case when driver = 'payroll' then cost_usd else 0 end) as payroll_usd,
        sum(case when driver in ('hosting', 'programs', 'other') and account_code not in ('5100', '6700', '7000') then cost_usd else 0 end) as vendors_usd
    from all_costs
    group by month_start
)

select
    months.month_start,
    months.fiscal_year,
    months.fiscal_quarter,
    months.is_past,
    case when months.is_past then coalesce(cash.received_usd, 0) else coalesce(collected.expected_usd, 0) end as received_usd,
    coalesce(collected.expected_usd, 0) as expected_by_pattern_usd,
    case
        when months.is_past then coalesce(cash.fee_usd + cash.refunded_usd + cash.withheld_usd, 0)
        else {{ money('0.02 * coalesce(collected.expected_usd, 0)') }}
    end as deductions_usd,
    coalesce(costs.payroll_usd, 0) as payroll_usd,
    coalesce(costs.vendors_usd, 0) as vendors_usd,
    case when months.is_past then coalesce(cash.received_usd - cash.fee_usd - cash.refunded_usd - cash.withheld_usd, 0) else {{ money('0.98 * coalesce(collected.expected_usd, 0)') }} end
        - coalesce(costs.payroll_usd, 0) - coalesce(costs.vendors_usd, 0) as net_cash_usd
from months
left join cash
    on months.month_start = cash.month_start
left join collected
    on months.month_start = collected.month_start
left join costs
    on months.month_start = costs.month_start
where months.month_start >= {{ to_date(date_add_months(month_start(as_of()), -11)) }}
