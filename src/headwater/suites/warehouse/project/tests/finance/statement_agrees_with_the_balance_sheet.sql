with earned as (
    select sum(net_income_usd) as net_income_usd
    from {{ ref('rpt_profit_and_loss_quarterly') }}
),

balances as (
    select sum(case when normal_balance = 'credit' then closing_balance_usd else -closing_balance_usd end) as earned_usd
    from {{ ref('fct_trial_balance_monthly') }}
    where statement = 'income'
        and month_start = (select max(month_start) from {{ ref('fct_trial_balance_monthly') }})
)

select *
from earned
cross join balances
where abs(net_income_usd - earned_usd) > 1
