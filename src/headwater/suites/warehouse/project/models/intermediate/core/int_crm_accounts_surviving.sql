-- Accounts that the CRM merged live on in another one, sometimes over several steps; sales merges in chains of at most
-- {{ var('crm_merge_depth') }}. What was deleted without being merged is gone.
with recursive crm_accounts as (

    select * from {{ ref('stg_crm__accounts') }}

),

walked as (

    select
        crm_account_id,
        crm_account_id as surviving_crm_account_id,
        merged_into_crm_account_id as next_crm_account_id,
        0 as merges
    from crm_accounts

    union all

    select
        walked.crm_account_id,
        crm_accounts.crm_account_id,
        crm_accounts.merged_into_crm_account_id,
        walked.merges + 1
    from walked
    inner join crm_accounts
        on walked.next_crm_account_id = crm_accounts.crm_account_id
    where walked.merges < {{ var('crm_merge_depth') }}

),

ends as (

    {{ deduplicate('walked', partition_by='crm_account_id', order_by='merges desc') }}

)

select
    ends.crm_account_id,
    ends.surviving_crm_account_id,
    ends.merges > 0 as was_merged,
    survivors.app_account_id,
    survivors.is_deleted
from ends
inner join crm_accounts as survivors
    on ends.surviving_crm_account_id = survivors.crm_account_id
