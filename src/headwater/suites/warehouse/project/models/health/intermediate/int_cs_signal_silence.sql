-- Nobody was there for a whole month although somebody pays. Accounts with hidden server counts are not silent, they are
-- not heard.
select
    spine.account_id,
    spine.month_start,
    'silent_account' as flag,
    cast(usage.active_days as decimal(18, 4)) as evidence
from {{ ref('int_cs_account_months') }} as spine
inner join {{ ref('int_cs_usage_monthly') }} as usage
    on spine.account_id = usage.account_id
    and spine.month_start = usage.month_start
where spine.is_paying
    and spine.tenure_months >= 1
    and usage.active_days = 0
    and not usage.is_hidden
