-- account x month: hosting against cloud revenue. Accounts w/o revenue are here as well, free plans cost money.
with c as (
    select
        account_id,
        month_start,
        count(*) as workspaces,
        sum(own_cost_usd) as own_usd,
        sum(shared_cost_usd) as shared_usd,
        sum(cost_usd) as cost_usd,
        sum(user_days) as user_days,
        {{ sum_where('is_paid', 'cost_usd') }} as paid_ws_usd
    from {{ ref('fct_plt_ws_costs_monthly') }}
    where account_id is not null
    group by account_id, month_start
), r as (
    select account_id, month_start, sum(mrr_usd) as mrr_usd
    from {{ ref('fct_account_mrr_monthly') }}
    where product_line = 'cloud'
    group by account_id, month_start
)
select
    {{ surrogate_key(['account_id', 'month_start']) }} as account_cost_id,
    account_id,
    month_start,
    a.segment,
    a.region as sales_region,
    a.is_reportable,
    coalesce(c.workspaces, 0) as workspaces,
    coalesce(c.own_usd, 0) as own_usd,
    coalesce(c.shared_usd, 0) as shared_usd,
    coalesce(c.cost_usd, 0) as cost_usd,
    coalesce(c.paid_ws_usd, 0) as paid_ws_usd,
    coalesce(c.user_days, 0) as user_days,
    coalesce(r.mrr_usd, 0) as mrr_usd,
    {{ plt_pct('coalesce(c.cost_usd, 0)', 'r.mrr_usd') }} as cost_of_mrr_pct,
    case
        when coalesce(r.mrr_usd, 0) = 0 then 'free'
        when coalesce(c.cost_usd, 0) > 0.3 * r.mrr_usd then 'thin'
        else 'sound'
    end as margin_class
from c
full join r using (account_id, month_start)
join {{ ref('dim_accounts') }} a using (account_id)
