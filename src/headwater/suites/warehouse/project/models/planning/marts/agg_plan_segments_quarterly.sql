-- contribution of segments by fiscal quarter: revenue, direct costs by account, and acquisition shared by what was won
with margin as (
    select * from {{ ref('fct_account_margin_monthly') }}
),

accounts as (
    select * from {{ ref('dim_accounts') }}
),

movements as (
    select * from {{ ref('fct_mrr_movements') }}
),

metrics as (
    select * from {{ ref('agg_plan_metrics_quarterly') }}
),

direct as (
    select
        {{ fiscal_quarter('margin.month_start') }} as fiscal_quarter,
        coalesce(accounts.segment, 'Unknown') as segment,
        count(distinct case when margin.revenue_usd > 0 then margin.account_id end) as paying_accounts,
        sum(margin.revenue_usd) as revenue_usd,
        sum(margin.hosting_usd) as hosting_usd,
        sum(margin.support_usd) as support_usd
    from margin
    left join accounts
        on margin.account_id = accounts.account_id
    group by 1, 2
),

won as (
    select
        {{ fiscal_quarter('month_start') }} as fiscal_quarter,
        segment,
        sum(case when movement_type in ('new', 'expansion', 'reactivation') then mrr_change_usd else 0 end) as won_mrr_usd,
        sum(case when movement_type in ('contraction', 'churn') then mrr_change_usd else 0 end) as lost_mrr_usd,
        count(distinct case when movement_type = 'new' then account_id end) as new_accounts
    from movements
    group by 1, 2
),

totals as (
    select
        fiscal_quarter,
        sum(won_mrr_usd) as all_won_mrr_usd
    from won
    group by fiscal_quarter
)

select
    direct.fiscal_quarter,
    metrics.first_month,
    direct.segment,
    direct.paying_accounts,
    coalesce(won.new_accounts, 0) as new_accounts,
    direct.revenue_usd,
    {{ money('direct.hosting_usd') }} as hosting_usd,
    direct.support_usd,
    {{ money('direct.revenue_usd - direct.hosting_usd - direct.support_usd') }} as contribution_usd,
    coalesce(won.won_mrr_usd, 0) as won_mrr_usd,
    coalesce(won.lost_mrr_usd, 0) as lost_mrr_usd,
    {{ money('coalesce(cast(metrics.acquisition_usd as double precision) * won.won_mrr_usd / nullif(totals.all_won_mrr_usd, 0), 0)') }} as acquisition_usd,
    {{ safe_divide('direct.revenue_usd - direct.hosting_usd - direct.support_usd', 'direct.revenue_usd', 4) }} as contribution_margin,
    {{ safe_divide('direct.revenue_usd', 'direct.paying_accounts', 2) }} as revenue_per_account_usd
from direct
inner join metrics
    on direct.fiscal_quarter = metrics.fiscal_quarter
left join won
    on direct.fiscal_quarter = won.fiscal_quarter
    and direct.segment = won.segment
left join totals
    on direct.fiscal_quarter = totals.fiscal_quarter
