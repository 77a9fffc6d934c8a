-- A merged account's record points at its winner, and a winner can lose a later merge: follow to the end.
with recursive accounts as (

    select * from {{ ref('stg_crm__accounts') }}

),

merges as (

    select
        crm_account_id,
        crm_account_id as reached_crm_account_id,
        merged_into_crm_account_id as next_crm_account_id,
        0 as merge_hops
    from accounts

    union all

    select
        merges.crm_account_id,
        accounts.crm_account_id as reached_crm_account_id,
        accounts.merged_into_crm_account_id as next_crm_account_id,
        merges.merge_hops + 1 as merge_hops
    from merges
    inner join accounts
        on merges.next_crm_account_id = accounts.crm_account_id
    where merges.merge_hops < 10

),

furthest as (

    {{ deduplicate('merges', partition_by='crm_account_id', order_by='merge_hops desc') }}

)

select
    crm_account_id,
    reached_crm_account_id as surviving_crm_account_id,
    merge_hops,
    merge_hops > 0 as is_merged
from furthest
