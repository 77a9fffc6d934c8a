select opportunities.opportunity_id, accounts.account_id
from {{ ref('fct_opportunities') }} as opportunities
inner join {{ ref('dim_accounts') }} as accounts
    on opportunities.account_id = accounts.account_id
where accounts.is_internal or accounts.is_test
