-- Over all quarters a payee is paid the highest balance that they ever had.
with statements as (
    select * from {{ ref('agg_revops_commission_statements_quarterly') }}
)

select
    payee_crm_user_id,
    sum(payable_usd) as paid_usd,
    max(balance_to_date_usd) as highest_balance_usd
from statements
group by payee_crm_user_id
having abs(sum(payable_usd) - greatest(max(balance_to_date_usd), 0)) > 0.01
