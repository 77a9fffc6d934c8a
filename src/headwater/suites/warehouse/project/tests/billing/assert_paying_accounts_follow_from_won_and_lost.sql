{{ config(meta={
    'symptom': 'The number of paying accounts does not follow from the accounts that were won and lost in the ARR bridge.',
    'business': 'Customer count and churn numbers do not fit.'
}) }}

with months as (
    select
        month_start,
        paying_accounts,
        sum(accounts_won - accounts_lost) over (order by month_start rows unbounded preceding) as won_less_lost
    from {{ ref('agg_arr_monthly') }}
)

select *
from months
where paying_accounts <> won_less_lost
