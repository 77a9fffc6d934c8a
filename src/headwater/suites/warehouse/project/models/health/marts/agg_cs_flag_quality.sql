-- Whether flags mean anything: of the customers for whom a flag was up, how many left within its look-ahead, against how many
-- leave anyway. Only months whose look-ahead is over are judged, in both numbers.
with churns as (
    select account_id, month_start
    from {{ ref('fct_mrr_movements') }}
    where movement_type = 'churn'
),

paying as (
    select
        spine.account_id,
        spine.month_start,
        {{ date_diff_months('spine.month_start', 'min(churns.month_start)') }} as months_to_churn
    from {{ ref('int_cs_account_months') }} as spine
    left join churns
        on spine.account_id = churns.account_id
        and churns.month_start > spine.month_start
    where spine.is_paying
    group by spine.account_id, spine.month_start
),

judged as (
    select
        flags.flag,
        flags.look_ahead_months,
        paying.account_id,
        paying.month_start,
        case when paying.months_to_churn <= flags.look_ahead_months then 1 else 0 end as has_left
    from {{ ref('cs_risk_flags') }} as flags
    inner join paying
        on paying.month_start >= flags.introduced_on
        and {{ date_diff_months('paying.month_start', as_of()) }} > flags.look_ahead_months
)

select
    judged.flag,
    judged.look_ahead_months,
    count(*) as account_months,
    sum(judged.has_left) as left_afterwards,
    {{ count_where('signals.flag is not null') }} as flagged_account_months,
    {{ sum_where('signals.flag is not null', 'judged.has_left') }} as flagged_left,
    {{ safe_divide('sum(judged.has_left)', 'count(*)') }} as base_rate,
    {{ safe_divide(sum_where('signals.flag is not null', 'judged.has_left'), count_where('signals.flag is not null')) }} as precision_rate,
    {{ safe_divide(sum_where('signals.flag is not null', 'judged.has_left'), 'sum(judged.has_left)') }} as recall_rate
from judged
left join {{ ref('int_cs_signals') }} as signals
    on judged.account_id = signals.account_id
    and judged.month_start = signals.month_start
    and judged.flag = signals.flag
group by judged.flag, judged.look_ahead_months
