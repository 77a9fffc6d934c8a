-- Flags that are about people: champions who left, teams that never came.
select
    spine.account_id,
    spine.month_start,
    'champion_left' as flag,
    cast(changes.champions_gone as decimal(18, 4)) as evidence
from {{ ref('int_cs_account_months') }} as spine
inner join {{ ref('int_cs_champion_changes') }} as changes
    on spine.account_id = changes.account_id
    and spine.month_start = changes.month_start
where spine.is_paying
    and changes.is_first_gone

union all

select
    spine.account_id,
    spine.month_start,
    'low_adoption' as flag,
    cast(usage.usage_rate as decimal(18, 4)) as evidence
from {{ ref('int_cs_account_months') }} as spine
inner join {{ ref('int_cs_usage_monthly') }} as usage
    on spine.account_id = usage.account_id
    and spine.month_start = usage.month_start
where spine.is_paying
    and spine.tenure_months between 3 and 11
    and usage.active_days > 0
    and usage.usage_rate < 0.05
