-- Whom collections calls today: open invoices in dunning, by the step of the policy that is due.
select
    collections.invoice_id,
    collections.account_id,
    accounts.account_name,
    accounts.owner_email,
    collections.segment,
    collections.region,
    collections.currency,
    collections.opened_on,
    collections.days_in_dunning,
    collections.policy,
    collections.policy_step,
    collections.policy_action,
    collections.policy_channel,
    collections.failed_attempts,
    collections.hard_declines,
    collections.outstanding_usd,
    collections.collection_state,
    coalesce(mrr.mrr_usd, 0) as current_mrr_usd,
    case
        when collections.collection_state = 'needs a new card' then 'ask for another card'
        when collections.policy_channel = 'agency' and collections.outstanding_usd < 100 then 'write off'
        when collections.policy_channel = 'agency' then 'hand over'
        when collections.policy_channel = 'phone' and coalesce(mrr.mrr_usd, 0) >= 500 then 'call with the account manager'
        when collections.policy_channel = 'phone' then 'call'
        when collections.policy_channel = 'system' then 'suspend'
        else 'wait'
    end as next_step
from {{ ref('fct_revops_collections') }} as collections
left join {{ ref('dim_accounts') }} as accounts
    on collections.account_id = accounts.account_id
left join (
    select
        account_id,
        sum(mrr_usd) as mrr_usd
    from {{ ref('fct_account_mrr_monthly') }}
    where month_start = {{ month_start(as_of()) }}
    group by account_id
) as mrr
    on collections.account_id = mrr.account_id
where collections.outcome = 'open'
