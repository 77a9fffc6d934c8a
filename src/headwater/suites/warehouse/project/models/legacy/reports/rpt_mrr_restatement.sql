-- From the first version of recurring revenue to the second, by month and reason. Auditors ask for it whenever somebody puts a slide of
-- 2022 next to one of 2023.
with compared as (

    select * from {{ ref('fct_mrr_versions_monthly') }}

),

by_reason as (

    select
        month,
        reason,
        count(*) as customers,
        sum(v1_mrr_usd) as v1_mrr_usd,
        sum(v2_mrr_usd) as v2_mrr_usd,
        sum(difference_usd) as difference_usd,
        sum(rate_effect_usd) as rate_effect_usd,
        sum(v1_server_mrr_usd - v2_server_mrr_usd) as server_difference_usd,
        sum(v1_addon_mrr_usd - v2_addon_mrr_usd) as addon_difference_usd
    from compared
    group by month, reason

),

totals as (

    select
        month,
        sum(v1_mrr_usd) as month_v1_usd,
        sum(v2_mrr_usd) as month_v2_usd
    from compared
    group by month

),

shown as (

    select
        month_dt as month,
        sum(mrr_usd) as shown_mrr_usd,
        min(made_by) as made_by
    from {{ ref('v_mrr') }}
    group by month_dt

)

select
    by_reason.month,
    by_reason.reason,
    by_reason.customers,
    by_reason.v1_mrr_usd,
    by_reason.v2_mrr_usd,
    by_reason.difference_usd,
    by_reason.rate_effect_usd,
    by_reason.difference_usd - by_reason.rate_effect_usd as other_effect_usd,
    by_reason.server_difference_usd,
    by_reason.addon_difference_usd,
    {{ safe_divide('by_reason.difference_usd', 'totals.month_v2_usd') }} as difference_of_v2,
    totals.month_v1_usd,
    totals.month_v2_usd,
    shown.shown_mrr_usd,
    shown.made_by as shown_version
from by_reason
inner join totals on by_reason.month = totals.month
left join shown on by_reason.month = shown.month
