-- One page a customer: what each department knows, at the end of the data.
with customers as (
    select * from {{ ref('reg_customers') }}
),

support as (
    select
        account_id,
        sum(tickets) as tickets_12m,
        sum(missed_promises) as missed_promises_12m
    from {{ ref('agg_account_support_monthly') }}
    where month_start > {{ date_add_months(month_start(as_of()), -12) }}
    group by account_id
),

margin as (
    select
        account_id,
        sum(revenue_usd) as revenue_12m_usd,
        sum(margin_usd) as margin_12m_usd
    from {{ ref('fct_account_margin_monthly') }}
    where month_start > {{ date_add_months(month_start(as_of()), -12) }}
    group by account_id
),

usage as (
    select
        account_id,
        sum(user_days) as user_days_3m
    from {{ ref('agg_account_activity_trends') }}
    where month_start > {{ date_add_months(month_start(as_of()), -3) }}
    group by account_id
),

pipeline as (
    select
        account_id,
        count(*) as open_opportunities,
        sum(amount_usd) as open_pipeline_usd
    from {{ ref('fct_opportunities') }}
    where not is_closed
        and account_id is not null
    group by account_id
)

select
    customers.account_id,
    customers.account_name,
    customers.segment,
    customers.region,
    customers.industry,
    customers.first_paid_month,
    customers.lifecycle_stage,
    customers.health_score,
    customers.health_band,
    customers.current_mrr_usd,
    coalesce(margin.revenue_12m_usd, 0) as revenue_12m_usd,
    coalesce(margin.margin_12m_usd, 0) as margin_12m_usd,
    coalesce(usage.user_days_3m, 0) as user_days_3m,
    coalesce(support.tickets_12m, 0) as tickets_12m,
    coalesce(support.missed_promises_12m, 0) as missed_promises_12m,
    coalesce(pipeline.open_opportunities, 0) as open_opportunities,
    coalesce(pipeline.open_pipeline_usd, 0) as open_pipeline_usd
from customers
left join support on customers.account_id = support.account_id
left join margin on customers.account_id = margin.account_id
left join usage on customers.account_id = usage.account_id
left join pipeline on customers.account_id = pipeline.account_id
