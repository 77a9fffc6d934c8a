-- Twenty dearest workspaces of the last complete month, with the month before and a year before
with l as (
    select max(month_start) as m
    from {{ ref('fct_plt_ws_costs_monthly') }}
    where {{ month_end('month_start') }} <= {{ as_of() }}
), c as (
    select w.*
    from {{ ref('fct_plt_ws_costs_monthly') }} w
    where w.workspace_id is not null
)
select
    c.workspace_id,
    c.account_id,
    a.account_name,
    c.region,
    c.plan_code,
    c.month_start,
    c.cost_rank,
    {{ money('c.cost_usd') }} as cost_usd,
    {{ money('c.own_cost_usd') }} as own_cost_usd,
    {{ money('c.shared_cost_usd') }} as shared_cost_usd,
    c.user_days,
    c.usd_per_user_day,
    {{ money('coalesce(p.cost_usd, 0)') }} as prev_cost_usd,
    {{ money('coalesce(y.cost_usd, 0)') }} as year_ago_cost_usd,
    coalesce(ac.mrr_usd, 0) as account_mrr_usd,
    ac.cost_of_mrr_pct,
    coalesce(ac.margin_class, 'free') as margin_class
from c
join l on c.month_start = l.m
left join c p on c.workspace_id = p.workspace_id and p.month_start = {{ date_add_months('l.m', -1) }}
left join c y on c.workspace_id = y.workspace_id and y.month_start = {{ date_add_months('l.m', -12) }}
left join {{ ref('agg_plt_account_cost_monthly') }} ac on c.account_id = ac.account_id and c.month_start = ac.month_start
left join {{ ref('dim_accounts') }} a on c.account_id = a.account_id
where c.cost_rank <= 20
