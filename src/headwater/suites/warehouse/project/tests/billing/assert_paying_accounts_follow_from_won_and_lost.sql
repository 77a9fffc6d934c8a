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
