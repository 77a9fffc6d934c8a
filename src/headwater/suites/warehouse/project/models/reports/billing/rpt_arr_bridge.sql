-- The bridge that the board sees: annual recurring revenue by fiscal quarter, from what it opened with to what it closed
-- with.
with months as (
    select * from {{ ref('agg_arr_monthly') }}
),

quarters as (
    select
        {{ fiscal_quarter('month_start') }} as fiscal_quarter,
        {{ fiscal_quarter_start('month_start') }} as fiscal_quarter_start,
        min(month_start) as first_month,
        max(month_start) as last_month,
        count(*) as months,
        sum(new_arr_usd) as new_arr_usd,
        sum(expansion_arr_usd) as expansion_arr_usd,
        sum(contraction_arr_usd) as contraction_arr_usd,
        sum(churn_arr_usd) as churn_arr_usd,
        sum(reactivation_arr_usd) as reactivation_arr_usd,
        sum(accounts_won) as accounts_won,
        sum(accounts_lost) as accounts_lost
    from months
    group by {{ fiscal_quarter('month_start') }}, {{ fiscal_quarter_start('month_start') }}
)

select
    quarters.fiscal_quarter,
    quarters.fiscal_quarter_start,
    quarters.months = 3 as is_complete,
    opening.opening_arr_usd,
    {{ money('quarters.new_arr_usd') }} as new_arr_usd,
    {{ money('quarters.expansion_arr_usd') }} as expansion_arr_usd,
    {{ money('quarters.contraction_arr_usd') }} as contraction_arr_usd,
    {{ money('quarters.churn_arr_usd') }} as churn_arr_usd,
    {{ money('quarters.reactivation_arr_usd') }} as reactivation_arr_usd,
    closing.closing_arr_usd,
    closing.cloud_arr_usd,
    closing.self_managed_arr_usd,
    {{ safe_divide('closing.closing_arr_usd - opening.opening_arr_usd', 'opening.opening_arr_usd') }} as growth_share,
    quarters.accounts_won,
    quarters.accounts_lost,
    closing.paying_accounts
from quarters
inner join months as opening
    on quarters.first_month = opening.month_start
inner join months as closing
    on quarters.last_month = closing.month_start
