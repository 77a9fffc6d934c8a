select
    customers.mrr_usd as customers_mrr_usd,
    billing.mrr_usd as billing_mrr_usd
from (
    select sum(current_mrr_usd) as mrr_usd
    from {{ ref('dim_customers') }}
) as customers
cross join (
    select sum(mrr.mrr_usd) as mrr_usd
    from {{ ref('fct_account_mrr_monthly') }} as mrr
    inner join {{ ref('dim_accounts') }} as accounts on mrr.account_id = accounts.account_id
    where mrr.month_start = {{ month_start(as_of()) }}
        and accounts.is_reportable
) as billing
where abs(customers.mrr_usd - billing.mrr_usd) > 0.01
