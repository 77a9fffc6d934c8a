-- What the ARR bridge, the account list and support's tiers take from v_mrr_v2 is all of it (REP-80).
with bridge as (

    select
        month_start as month,
        paying_accounts
    from {{ ref('agg_arr_monthly') }}

),

tiers as (

    select
        month_start as month,
        count(*) as paying_accounts
    from {{ ref('int_account_support_tiers_monthly') }}
    group by month_start

),

versions as (

    select
        month_dt as month,
        count(distinct cust_id) as paying_accounts
    from {{ ref('v_mrr_v2') }}
    group by month_dt

)

select
    bridge.month,
    bridge.paying_accounts as in_the_bridge,
    coalesce(tiers.paying_accounts, 0) as with_a_tier,
    coalesce(versions.paying_accounts, 0) as in_the_second_version
from bridge
left join tiers on bridge.month = tiers.month
left join versions on bridge.month = versions.month
where bridge.paying_accounts <> coalesce(versions.paying_accounts, 0)
    or coalesce(tiers.paying_accounts, 0) <> coalesce(versions.paying_accounts, 0)
