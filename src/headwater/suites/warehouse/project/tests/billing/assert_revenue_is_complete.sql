with earned as (
    select sum(recognized_revenue_usd) as usd
    from {{ ref('fct_revenue_monthly') }}
),

to_come as (
    select sum(to_be_recognized_usd) as usd
    from {{ ref('rpt_deferred_revenue_runoff') }}
),

invoiced as (
    select sum(amount_usd) as usd
    from {{ ref('fct_invoice_lines') }}
),

credited as (
    select sum(revenue_credit_usd) as usd
    from {{ ref('fct_credit_notes') }}
),

refunded as (
    select sum(revenue_loss_usd) as usd
    from {{ ref('fct_refunds') }}
)

select
    earned.usd as earned_usd,
    to_come.usd as to_come_usd,
    invoiced.usd as invoiced_usd
from earned
cross join to_come
cross join invoiced
cross join credited
cross join refunded
where abs(earned.usd + to_come.usd - invoiced.usd + credited.usd + refunded.usd) > 1
