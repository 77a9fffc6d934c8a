select sla.ticket_id, sla.support_tier, paying.mrr_usd
from {{ ref('fct_ticket_sla') }} as sla
inner join (
    select account_id, month_start, sum(mrr_usd) as mrr_usd
    from {{ ref('fct_account_mrr_monthly') }}
    group by account_id, month_start
) as paying
    on sla.account_id = paying.account_id
    and sla.created_month = paying.month_start
where paying.mrr_usd >= {{ var('enterprise_support_from_mrr_usd') }}
    and sla.support_tier <> 'enterprise'
