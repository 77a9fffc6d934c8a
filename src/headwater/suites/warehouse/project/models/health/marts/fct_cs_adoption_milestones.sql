-- When customers first used each feature, when it became a habit, when they stopped. One row a customer and feature that it ever used,
-- whole accounts (product's fct_feature_adoption has workspaces). A feature that nobody used for three months is dropped; it can come
-- back, and then the last drop counts.
with used as (
    select
        months.account_id,
        months.feature,
        months.month_start,
        months.cloud_days_used >= {{ var('adoption_use_days') }} or months.server_weeks_used >= 2 as is_habit,
        months.used_on,
        lead(months.month_start) over (partition by months.account_id, months.feature order by months.month_start) as next_used_month
    from {{ ref('int_cs_feature_months') }} as months
    inner join {{ ref('dim_customers') }} as customers
        on months.account_id = customers.account_id
),

marked as (
    select
        *,
        {{ date_diff_months('month_start', 'coalesce(next_used_month, ' ~ month_start(as_of()) ~ ')') }} > 3 as is_dropped_after
    from used
),

summed as (
    select
        account_id,
        feature,
        min(month_start) as first_used_month,
        min(case when is_habit then month_start end) as first_habit_month,
        max(month_start) as last_used_month,
        count(*) as months_used,
        {{ count_where('is_habit') }} as months_in_habit,
        {{ count_where('is_dropped_after') }} as times_dropped,
        max(case when is_dropped_after then month_start end) as last_month_before_drop,
        {{ any_true("used_on in ('server', 'both')") }} as has_used_on_servers
    from marked
    group by account_id, feature
)

select
    {{ surrogate_key(['summed.account_id', 'summed.feature']) }} as milestone_id,
    summed.account_id,
    customers.segment,
    summed.feature,
    features.is_core,
    features.minimum_plan_code,
    summed.first_used_month,
    summed.first_habit_month,
    summed.last_used_month,
    summed.months_used,
    summed.months_in_habit,
    summed.times_dropped,
    summed.has_used_on_servers,
    {{ date_diff_months('customers.first_paid_month', 'summed.first_used_month') }} as months_from_paying_to_use,
    {{ date_diff_months('summed.first_used_month', 'summed.first_habit_month') }} as months_from_use_to_habit,
    case
        when summed.last_month_before_drop = summed.last_used_month then 'dropped'
        when summed.first_habit_month is null then 'tried'
        else 'in use'
    end as state
from summed
inner join {{ ref('dim_customers') }} as customers
    on summed.account_id = customers.account_id
left join {{ ref('dim_features') }} as features
    on summed.feature = features.feature
