-- Features that a new customer had used by the end of its first ninety days, and those that became a habit in them.
select
    starts.account_id,
    count(distinct used.feature) as features_used,
    count(distinct case when used.cloud_days_used >= {{ var('adoption_use_days') }} or used.server_weeks_used >= 2 then used.feature end) as features_in_habit,
    {{ any_true("used.feature = 'integrations'") }} as has_integration,
    {{ any_true("used.feature = 'runbooks'") }} as has_runbooks
from {{ ref('int_cs_customer_starts') }} as starts
inner join {{ ref('int_cs_feature_months') }} as used
    on starts.account_id = used.account_id
    and used.month_start >= starts.started_on
    and used.month_start < starts.ends_on
group by starts.account_id
