-- Gross margin of each account: revenue recognised less hosting and its part of support. Support is shared by answers.
with revenue as (
    select
        account_id,
        month_start,
        sum(recognized_revenue_usd) as revenue_usd
    from {{ ref('fct_revenue_monthly') }}
    group by account_id, month_start
),

hosting as (
    select
        account_id,
        month_start,
        sum(cost_usd) as hosting_usd
    from {{ ref('fct_cloud_costs_monthly') }}
    where account_id is not null
    group by account_id, month_start
),

payroll as (
    select
        month_start,
        sum(cost_usd) as payroll_usd
    from {{ ref('fct_headcount_monthly') }}
    where department = 'Support'
    group by month_start
),

answers as (
    select
        account_id,
        created_month as month_start,
        sum(public_agent_comments) as answers,
        sum(sum(public_agent_comments)) over (partition by created_month) as all_answers
    from {{ ref('fct_tickets') }}
    group by account_id, created_month
),

support as (
    select
        answers.account_id,
        answers.month_start,
        {{ money('payroll.payroll_usd * answers.answers / nullif(answers.all_answers, 0)') }} as support_usd
    from answers
    inner join payroll on answers.month_start = payroll.month_start
    where answers.account_id is not null
),

months as (
    select account_id, month_start from revenue where account_id is not null
    union
    select account_id, month_start from hosting
    union
    select account_id, month_start from support
)

select
    months.account_id,
    months.month_start,
    coalesce(revenue.revenue_usd, 0) as revenue_usd,
    coalesce(hosting.hosting_usd, 0) as hosting_usd,
    coalesce(support.support_usd, 0) as support_usd,
    coalesce(revenue.revenue_usd, 0) - coalesce(hosting.hosting_usd, 0) - coalesce(support.support_usd, 0) as margin_usd
from months
left join revenue on months.account_id = revenue.account_id and months.month_start = revenue.month_start
left join hosting on months.account_id = hosting.account_id and months.month_start = hosting.month_start
left join support on months.account_id = support.account_id and months.month_start = support.month_start
