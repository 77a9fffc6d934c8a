-- Families of companies: every account with the company at the top of its family. A parent that was deleted or is
-- missing ends the climb; a circle (people do enter them) ends at the tenth step.
with recursive accounts as (

    select * from {{ ref('int_crm_accounts_current') }}
    where not is_deleted

),

climb as (

    select
        crm_account_id,
        crm_account_id as reached_crm_account_id,
        parent_crm_account_id as next_crm_account_id,
        0 as levels
    from accounts

    union all

    select
        climb.crm_account_id,
        accounts.crm_account_id as reached_crm_account_id,
        accounts.parent_crm_account_id as next_crm_account_id,
        climb.levels + 1 as levels
    from climb
    inner join accounts
        on climb.next_crm_account_id = accounts.crm_account_id
    where climb.levels < 10

),

tops as (

    {{ deduplicate('climb', partition_by='crm_account_id', order_by='levels desc') }}

)

select
    crm_account_id,
    reached_crm_account_id as ultimate_crm_account_id,
    levels as hierarchy_level,
    count(*) over (partition by reached_crm_account_id) as family_accounts
from tops
