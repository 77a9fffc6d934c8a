-- Every loss of a customer or of a part of its revenue, with the flags that were up in the three months before. A churn is
-- "foreseen" if a high flag or two others were up in time for somebody to call.
with losses as (
    select
        account_id,
        month_start,
        movement_type,
        segment,
        region,
        previous_mrr_usd,
        -mrr_change_usd as lost_mrr_usd
    from {{ ref('fct_mrr_movements') }}
    where movement_type in ('churn', 'contraction')
),

warned as (
    select
        losses.account_id,
        losses.month_start,
        count(distinct signals.flag) as flags_before,
        {{ count_distinct_where("signals.severity = 'high'", 'signals.flag') }} as high_flags_before,
        min(signals.month_start) as first_warning_month
        {%- for flag in cs_flags() %},
        {{ any_true("signals.flag = '" ~ flag ~ "'") }} as had_{{ flag }}
        {%- endfor %}
    from losses
    inner join {{ ref('int_cs_signals') }} as signals
        on losses.account_id = signals.account_id
        and signals.month_start < losses.month_start
        and signals.month_start >= {{ cs_months_before('losses.month_start', 3) }}
    group by losses.account_id, losses.month_start
),

scores as (
    select account_id, month_start, score, band
    from {{ ref('fct_cs_health_scores') }}
)

select
    {{ surrogate_key(['losses.account_id', 'losses.month_start']) }} as loss_id,
    losses.account_id,
    losses.month_start,
    losses.movement_type,
    losses.segment,
    losses.region,
    losses.previous_mrr_usd,
    losses.lost_mrr_usd,
    scores.score as score_before,
    scores.band as band_before,
    coalesce(warned.flags_before, 0) as flags_before,
    coalesce(warned.high_flags_before, 0) as high_flags_before,
    warned.first_warning_month,
    {{ date_diff_months('warned.first_warning_month', 'losses.month_start') }} as months_of_warning
    {%- for flag in cs_flags() %},
    coalesce(warned.had_{{ flag }}, false) as had_{{ flag }}
    {%- endfor %},
    coalesce(warned.high_flags_before, 0) > 0 or coalesce(warned.flags_before, 0) >= 2 as is_foreseen
from losses
left join warned
    on losses.account_id = warned.account_id
    and losses.month_start = warned.month_start
left join scores
    on losses.account_id = scores.account_id
    and scores.month_start = {{ cs_months_before('losses.month_start', 1) }}
