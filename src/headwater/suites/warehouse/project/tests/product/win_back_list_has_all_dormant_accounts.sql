with listed as (

    select count(*) as accounts from {{ ref('rpt_dormant_accounts') }}

),

counted as (

    select sum(dormant_accounts) as accounts
    from {{ ref('rpt_account_activity_by_segment') }}
    where month_start = {{ month_start(as_of()) }}

)

select listed.accounts as listed_accounts, counted.accounts as counted_accounts
from listed
cross join counted
where listed.accounts <> counted.accounts
