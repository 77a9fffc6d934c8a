-- What a customer costs to win and brings in, by fiscal quarter. Acquisition cost is the sales and marketing departments'
-- whole spend in the ledger, over the customers won in the quarter.
with spend as (
    select
        fiscal_quarter,
        sum(amount_usd) as acquisition_spend_usd
    from {{ ref('fct_profit_and_loss_monthly') }}
    where category = 'operating_expense'
        and department in ('Sales', 'Marketing')
    group by fiscal_quarter
),

won as (
    select
        {{ fiscal_quarter('month_start') }} as fiscal_quarter,
        count(distinct account_id) as new_customers,
        sum(mrr_change_usd) as new_mrr_usd
    from {{ ref('reg_movements') }}
    where movement_type = 'new'
    group by 1
),

margin as (
    select
        {{ fiscal_quarter('month_start') }} as fiscal_quarter,
        sum(revenue_usd) as revenue_usd,
        sum(margin_usd) as margin_usd
    from {{ ref('fct_account_margin_monthly') }}
    group by 1
)

select
    spend.fiscal_quarter,
    spend.acquisition_spend_usd,
    coalesce(won.new_customers, 0) as new_customers,
    coalesce(won.new_mrr_usd, 0) as new_mrr_usd,
    {{ safe_divide('margin.margin_usd', 'margin.revenue_usd') }} as contribution_margin,
    {{ safe_divide('spend.acquisition_spend_usd', 'won.new_customers', 2) }} as cac_usd,
    {{ safe_divide('spend.acquisition_spend_usd', "won.new_mrr_usd * (margin.margin_usd / nullif(margin.revenue_usd, 0))", 2) }} as payback_months,
    {{ safe_divide('won.new_mrr_usd * 12', 'spend.acquisition_spend_usd', 4) }} as magic_number
from spend
left join won on spend.fiscal_quarter = won.fiscal_quarter
left join margin on spend.fiscal_quarter = margin.fiscal_quarter
