-- The tier of support that an account has bought in a month, by the most that it pays for: contracts of 5,000 USD a month
-- and more are enterprise support, whatever the plan is called.
with paying as (
    select
        account_id,
        month_start,
        sum(mrr_usd) as mrr_usd,
        max(case when product_line = 'self_managed' then 1 else 0 end) as has_server
    from {{ ref('fct_account_mrr_monthly') }}
    group by account_id, month_start
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
