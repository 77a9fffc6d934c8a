-- One row a month for the marketing leadership.
with funnel as (

    select
        month_start,
        sum(sessions) as sessions,
        sum(signups) as signups,
        sum(leads) as leads,
        sum(mqls) as mqls,
        sum(sqls) as sqls,
        sum(opportunities) as opportunities,
        sum(wins) as wins
    from {{ ref('rpt_marketing_funnel') }}
    group by month_start

),

money_spent as (

    select
        month_start,
        sum(cost_usd) as cost_usd,
        sum(advertising_cost_usd) as advertising_cost_usd,
        sum(acv_usd) as attributed_acv_usd,
        sum(new_customers) as new_customers,
        sum(new_mrr_usd) as new_mrr_usd
    from {{ ref('reg_channels') }}
    group by month_start

)

select
    funnel.*,
    money_spent.cost_usd,
    money_spent.advertising_cost_usd,
    money_spent.attributed_acv_usd,
    money_spent.new_customers,
    money_spent.new_mrr_usd,
    {{ safe_divide('money_spent.cost_usd', 'funnel.leads') }} as cost_per_lead_usd,
    {{ safe_divide('money_spent.cost_usd', 'money_spent.new_customers') }} as cac_usd
from funnel
inner join money_spent
    on funnel.month_start = money_spent.month_start
