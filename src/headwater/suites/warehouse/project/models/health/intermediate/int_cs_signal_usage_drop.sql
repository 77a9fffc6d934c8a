-- User days of three months are less than two thirds of the three before, and there were enough to fall from.
select
    spine.account_id,
    spine.month_start,
    'usage_drop' as flag,
    cast(trends.trend_3m as decimal(18, 4)) as evidence
from {{ ref('int_cs_account_months') }} as spine
inner join {{ ref('agg_account_activity_trends') }} as trends
    on spine.account_id = trends.account_id
    and spine.month_start = trends.month_start
where spine.is_paying
    and trends.user_days_previous_3m >= 12
    and trends.trend_3m < -0.333
