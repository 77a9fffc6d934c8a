-- Cost of winning customers and how long their revenue takes to pay for it, by channel and fiscal quarter. A quarter is
-- long enough that cost and customers of one decision mostly fall together; months are not.
with quarters as (

    select distinct
        month_start,
        fiscal_quarter,
        fiscal_quarter_start
    from {{ ref('dim_dates') }}

),

months as (

    select * from {{ ref('reg_channels') }}

)

select
    {{ surrogate_key(['months.channel', 'quarters.fiscal_quarter']) }} as channel_quarter_id,
    months.channel,
    quarters.fiscal_quarter,
    quarters.fiscal_quarter_start,
    sum(months.leads) as leads,
    sum(months.cost_usd) as cost_usd,
    sum(months.new_customers) as new_customers,
    sum(months.new_mrr_usd) as new_mrr_usd,
    sum(months.acv_usd) as acv_usd,
    {{ safe_divide('sum(months.cost_usd)', 'sum(months.leads)') }} as cost_per_lead_usd,
    {{ safe_divide('sum(months.cost_usd)', 'sum(months.new_customers)') }} as cost_per_customer_usd,
    {{ payback_months('sum(months.cost_usd)', 'sum(months.new_mrr_usd)', var('gross_margin', 0.78)) }} as payback_months
from months
inner join quarters
    on months.month_start = quarters.month_start
group by months.channel, quarters.fiscal_quarter, quarters.fiscal_quarter_start
