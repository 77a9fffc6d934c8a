-- Flags ranked by how much they tell, with how often they are up now: the yearly clean-up of the register.
select
    quality.flag,
    flags.severity,
    flags.owner,
    quality.look_ahead_months,
    quality.flagged_account_months,
    quality.base_rate,
    quality.precision_rate,
    quality.recall_rate,
    {{ safe_divide('quality.precision_rate', 'quality.base_rate', 2) }} as lift,
    coalesce(episodes.episodes, 0) as episodes,
    coalesce(episodes.episodes_up, 0) as episodes_up,
    episodes.median_months_up,
    coalesce(losses.churns_with_flag, 0) as churns_with_flag
from {{ ref('agg_cs_flag_quality') }} as quality
inner join {{ ref('cs_risk_flags') }} as flags
    on quality.flag = flags.flag
left join (
    select
        flag,
        count(*) as episodes,
        {{ count_where('is_up') }} as episodes_up,
        {{ median('months_up') }} as median_months_up
    from {{ ref('fct_cs_risk_flags') }}
    group by flag
) as episodes
    on quality.flag = episodes.flag
left join (
    {%- for flag in cs_flags() %}
    select
        '{{ flag }}' as flag,
        {{ count_where('had_' ~ flag) }} as churns_with_flag
    from {{ ref('fct_cs_churn_events') }}
    where movement_type = 'churn'
    {{ 'union all' if not loop.last }}
    {%- endfor %}
) as losses
    on quality.flag = losses.flag
