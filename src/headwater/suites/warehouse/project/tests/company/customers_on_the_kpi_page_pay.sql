select kpis.month_start, kpis.paying_accounts, mrr.accounts
from {{ ref('rpt_kpi_monthly') }} as kpis
inner join (
    select month_start, count(distinct account_id) as accounts
    from {{ ref('fct_account_mrr_monthly') }}
    where mrr_usd > 0
    group by month_start
) as mrr on kpis.month_start = mrr.month_start
where kpis.paying_accounts <> mrr.accounts
