-- The summary by fiscal quarter: flows are added up, balances are those of the quarter's last month.
with months as (
    select
        *,
        {{ fiscal_quarter_start('month_start') }} as fiscal_quarter_start
    from {{ ref('rpt_billing_summary') }}
),

flows as (
    select
        fiscal_quarter,
        fiscal_quarter_start,
        max(month_start) as last_month,
        sum(net_new_arr_usd) as net_new_arr_usd,
        sum(recognized_revenue_usd) as recognized_revenue_usd,
        sum(billed_usd) as billed_usd,
        sum(net_cash_usd) as net_cash_usd
    from months
    group by fiscal_quarter, fiscal_quarter_start
)

select
    flows.fiscal_quarter,
    flows.fiscal_quarter_start,
    {{ money('flows.net_new_arr_usd') }} as net_new_arr_usd,
    {{ money('flows.recognized_revenue_usd') }} as recognized_revenue_usd,
    {{ money('flows.billed_usd') }} as billed_usd,
    {{ money('flows.net_cash_usd') }} as net_cash_usd,
    months.closing_arr_usd,
    months.paying_accounts,
    months.gross_retention,
    months.net_retention,
    months.closing_deferred_usd,
    months.open_usd,
    months.days_sales_outstanding
from flows
inner join months
    on flows.last_month = months.month_start
