with linked as (
    select sum(mrr.mrr_usd) as mrr_usd
    from {{ ref('fct_account_mrr_monthly') }} as mrr
    where mrr.month_start = {{ month_start(as_of()) }}
        and mrr.account_id in (select account_id from {{ ref('dim_crm_accounts') }} where account_id is not null)
)

select families.mrr_usd, linked.mrr_usd as linked_mrr_usd
from (select sum(current_mrr_usd) as mrr_usd from {{ ref('rpt_account_families') }}) as families
cross join linked
where abs(families.mrr_usd - linked.mrr_usd) > 0.01
