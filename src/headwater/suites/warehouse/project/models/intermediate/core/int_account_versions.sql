-- The versions of an account from change data capture. A batch can write several changes of one second: the last one
-- of them is the version, the others were never seen by anybody.
with changes as (

    select * from {{ ref('stg_app__account_changes') }}

),

last_of_moment as (

    {{ deduplicate('changes', partition_by='account_id, changed_at', order_by='account_change_id desc') }}

)

select
    account_change_id,
    account_id,
    operation,
    account_name,
    owner_user_id,
    industry,
    employee_band,
    country_code,
    changed_at as valid_from,
    {{ next_version_at('changed_at', 'account_id', 'account_change_id') }} as valid_to,
    row_number() over (partition by account_id order by changed_at, account_change_id) as version_number
from last_of_moment
