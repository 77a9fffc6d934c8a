-- All flags that were up, by customer and month. A flag counts from the month in which it was introduced: nobody could have
-- acted on it before.
with signals as (
    select * from {{ ref('int_cs_signal_usage_drop') }}
    union all
    select * from {{ ref('int_cs_signal_silence') }}
    union all
    select * from {{ ref('int_cs_signal_people') }}
    union all
    select * from {{ ref('int_cs_signal_support') }}
    union all
    select * from {{ ref('int_cs_signal_money') }}
)

select
    signals.account_id,
    signals.month_start,
    signals.flag,
    signals.evidence,
    flags.severity,
    flags.owner,
    flags.look_ahead_months
from signals
inner join {{ ref('cs_risk_flags') }} as flags
    on signals.flag = flags.flag
where signals.month_start >= flags.introduced_on
