select listed.account_id
from {{ ref('rpt_dormant_accounts') }} as listed
inner join {{ ref('dim_accounts') }} as accounts
    on listed.account_id = accounts.account_id
where accounts.deleted_at < {{ month_start(as_of()) }}
