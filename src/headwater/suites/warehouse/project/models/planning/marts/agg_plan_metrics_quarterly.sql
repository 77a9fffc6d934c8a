-- the ratios by which investors compare us, computed from ledger and billing, for quarters that are over and the running one
with variance as (
    select * from {{ ref('fct_plan_variance_monthly') }}
),

arr as (
    select * from {{ ref('agg_arr_monthly') }}
),

months as (
    select * from {{ ref('int_plan_months') }}
    where is_past
),

ledger as (
    select
        fiscal_year,
        fiscal_quarter,
        sum(case when driver = 'revenue' then actual_usd * income_sign else 0 end) as revenue_usd,
        sum(case when account_code in ('5000', '5100', '5200') then actual_usd else 0 end) as cost_of_revenue_usd,
        sum(case when department in ('Sales', 'Marketing') and income_sign = -1 then actual_usd else 0 end) as acquisition_usd,
        sum(case when account_code = '6000' or (account_code = '6400' and department in ('Engineering', 'Product')) then actual_usd else 0 end) as research_usd,
        sum(actual_usd * income_sign) as net_income_usd,
        sum(budget_usd * income_sign) as net_plan_usd
    from variance
    group by fiscal_year, fiscal_quarter
),

bridges as (
    select
        months.fiscal_quarter,
        min(months.month_start) as first_month,
        count(*) as months,
        sum(arr.new_arr_usd + arr.reactivation_arr_usd) as won_arr_usd,
        sum(arr.expansion_arr_usd) as expansion_arr_usd,
        sum(arr.contraction_arr_usd + arr.churn_arr_usd) as lost_arr_usd
    from months
    inner join arr
        on months.month_start = arr.month_start
    group by months.fiscal_quarter
),

closings as (
    select
        months.fiscal_quarter,
        arr.closing_arr_usd,
        arr.paying_accounts,
        row_number() over (partition by months.fiscal_quarter order by months.month_start desc) as from_the_end
    from months
    inner join arr
        on months.month_start = arr.month_start
),

joined as (
    select
        ledger.fiscal_year,
        ledger.fiscal_quarter,
        bridges.first_month,
        bridges.months,
        ledger.revenue_usd,
        ledger.cost_of_revenue_usd,
        ledger.acquisition_usd,
        ledger.research_usd,
        ledger.net_income_usd,
        ledger.net_plan_usd,
        bridges.won_arr_usd,
        bridges.expansion_arr_usd,
        bridges.lost_arr_usd,
        bridges.won_arr_usd + bridges.expansion_arr_usd + bridges.lost_arr_usd as net_new_arr_usd,
        closings.closing_arr_usd,
        closings.paying_accounts,
        lag(ledger.acquisition_usd) over (order by bridges.first_month) as acquisition_before_usd,
        lag(ledger.revenue_usd, 4) over (order by bridges.first_month) as revenue_a_year_ago_usd,
        lag(closings.closing_arr_usd, 4) over (order by bridges.first_month) as closing_arr_a_year_ago_usd
    from ledger
    inner join bridges
        on ledger.fiscal_quarter = bridges.fiscal_quarter
    inner join closings
        on ledger.fiscal_quarter = closings.fiscal_quarter
        and closings.from_the_end = 1
)

select
    fiscal_year,
    fiscal_quarter,
    first_month,
    months = 3 as is_complete,
    revenue_usd,
    cost_of_revenue_usd,
    acquisition_usd,
    research_usd,
    net_income_usd,
    net_plan_usd,
    won_arr_usd,
    expansion_arr_usd,
    lost_arr_usd,
    net_new_arr_usd,
    closing_arr_usd,
    paying_accounts,
    {{ safe_divide('revenue_usd - cost_of_revenue_usd', 'revenue_usd', 4) }} as gross_margin,
    {{ plan_change_share('revenue_usd', 'revenue_a_year_ago_usd') }} as revenue_growth,
    {{ plan_change_share('closing_arr_usd', 'closing_arr_a_year_ago_usd') }} as arr_growth,
    -- spend of the quarter before wins the revenue of this one
    {{ safe_divide('net_new_arr_usd', 'acquisition_before_usd', 4) }} as sales_efficiency,
    {{ safe_divide('acquisition_usd', 'won_arr_usd', 4) }} as cost_of_a_dollar,
    {{ safe_divide('- least(net_income_usd, 0)', 'net_new_arr_usd', 4) }} as burn_multiple,
    {{ safe_divide('research_usd', 'revenue_usd', 4) }} as research_share,
    {{ safe_divide('closing_arr_usd', 'paying_accounts', 2) }} as arr_per_account_usd
from joined
