-- Sales and marketing on one page a fiscal quarter: what was spent, what came in, what was booked, what it earns. A quarter
-- in which only one of them had anything to show is on it, too: marketing began before the first opportunity.
with quarters as (

    select distinct
        month_start,
        fiscal_quarter,
        fiscal_quarter_start
    from {{ ref('dim_dates') }}

),

marketing as (

    select
        quarters.fiscal_quarter,
        quarters.fiscal_quarter_start,
        sum(summary.cost_usd) as marketing_cost_usd,
        sum(summary.leads) as leads,
        sum(summary.signups) as signups,
        sum(summary.new_customers) as new_customers,
        sum(summary.new_mrr_usd) as new_mrr_usd
    from {{ ref('rpt_marketing_summary') }} as summary
    inner join quarters
        on summary.month_start = quarters.month_start
    group by quarters.fiscal_quarter, quarters.fiscal_quarter_start

),

sales as (

    select * from {{ ref('rpt_sales_leadership') }}

)

select
    coalesce(sales.fiscal_quarter, marketing.fiscal_quarter) as fiscal_quarter,
    coalesce(sales.fiscal_quarter_start, marketing.fiscal_quarter_start) as fiscal_quarter_start,
    coalesce(sales.acv_usd, 0) as acv_usd,
    coalesce(sales.new_acv_usd + sales.expansion_acv_usd, 0) as growth_acv_usd,
    sales.quota_usd,
    sales.attainment,
    sales.win_rate,
    marketing.leads,
    marketing.signups,
    marketing.marketing_cost_usd,
    marketing.new_customers,
    marketing.new_mrr_usd,
    {{ safe_divide('sales.new_acv_usd + sales.expansion_acv_usd', 'marketing.marketing_cost_usd') }} as acv_per_marketing_usd,
    {{ safe_divide('marketing.marketing_cost_usd', 'marketing.new_customers') }} as blended_cac_usd
from sales
full join marketing
    on sales.fiscal_quarter = marketing.fiscal_quarter
