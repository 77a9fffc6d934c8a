-- The bridge of annual recurring revenue, month by month: every closing balance is the next month's opening balance.
with months as (
    {{ months_of_history() }}
),

movements as (
    select
        month_start,
        {{ sum_where("movement_type = 'new'", 'mrr_change_usd') }} as new_mrr_usd,
        {{ sum_where("movement_type = 'expansion'", 'mrr_change_usd') }} as expansion_mrr_usd,
        {{ sum_where("movement_type = 'contraction'", 'mrr_change_usd') }} as contraction_mrr_usd,
        {{ sum_where("movement_type = 'churn'", 'mrr_change_usd') }} as churn_mrr_usd,
        {{ sum_where("movement_type = 'reactivation'", 'mrr_change_usd') }} as reactivation_mrr_usd,
        sum(mrr_change_usd) as mrr_change_usd,
        {{ count_where("movement_type in ('new', 'reactivation')") }} as accounts_won,
        {{ count_where("movement_type = 'churn'") }} as accounts_lost
    from {{ ref('fct_mrr_movements') }}
    group by month_start
),

balances as (
    select
        month_dt as month_start,
        count(*) as paying_accounts,
        sum(seats) as seats,
        sum(server_mrr_usd) as self_managed_mrr_usd,
        sum(mrr_usd - server_mrr_usd) as cloud_mrr_usd
    from {{ ref('v_mrr_v2') }}
    group by month_dt
),

joined as (
    select
        months.month_start,
        coalesce(movements.new_mrr_usd, 0) as new_mrr_usd,
        coalesce(movements.expansion_mrr_usd, 0) as expansion_mrr_usd,
        coalesce(movements.contraction_mrr_usd, 0) as contraction_mrr_usd,
        coalesce(movements.churn_mrr_usd, 0) as churn_mrr_usd,
        coalesce(movements.reactivation_mrr_usd, 0) as reactivation_mrr_usd,
        coalesce(movements.mrr_change_usd, 0) as mrr_change_usd,
        coalesce(movements.accounts_won, 0) as accounts_won,
        coalesce(movements.accounts_lost, 0) as accounts_lost,
        coalesce(balances.paying_accounts, 0) as paying_accounts,
        coalesce(balances.seats, 0) as seats,
        coalesce(balances.self_managed_mrr_usd, 0) as self_managed_mrr_usd,
        coalesce(balances.cloud_mrr_usd, 0) as cloud_mrr_usd
    from months
    left join movements
        on months.month_start = movements.month_start
    left join balances
        on months.month_start = balances.month_start
),

balanced as (
    select
        *,
        sum(mrr_change_usd) over (order by month_start rows unbounded preceding) as closing_mrr_usd
    from joined
)

select
    month_start,
    {{ annualise('(closing_mrr_usd - mrr_change_usd)') }} as opening_arr_usd,
    {{ annualise('new_mrr_usd') }} as new_arr_usd,
    {{ annualise('expansion_mrr_usd') }} as expansion_arr_usd,
    {{ annualise('contraction_mrr_usd') }} as contraction_arr_usd,
    {{ annualise('churn_mrr_usd') }} as churn_arr_usd,
    {{ annualise('reactivation_mrr_usd') }} as reactivation_arr_usd,
    {{ annualise('closing_mrr_usd') }} as closing_arr_usd,
    {{ annualise('cloud_mrr_usd') }} as cloud_arr_usd,
    {{ annualise('self_managed_mrr_usd') }} as self_managed_arr_usd,
    paying_accounts,
    accounts_won,
    accounts_lost,
    seats
from balanced
