-- The tier of support that an account has bought in a month, by the most that it pays for: contracts of 5,000 USD a month
-- and more are enterprise support, whatever the plan is called.
with paying as (
    select
        cust_id as account_id,
        month_dt as month_start,
        mrr_usd,
        case when server_mrr_usd > 0 then 1 else 0 end as has_server
    from {{ ref('v_mrr_v2') }}
)

select
    account_id,
    month_start,
    mrr_usd,
    has_server = 1 as has_server,
    case
        when mrr_usd >= {{ var('enterprise_support_from_mrr_usd') }} then 'enterprise'
        when mrr_usd >= {{ var('business_support_from_mrr_usd') }} then 'business'
        when mrr_usd > 0 then 'team'
        else 'free'
    end as support_tier
from paying
