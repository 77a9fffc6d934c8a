-- Episodes of a flag: from the first month in which it was up to the last one before it went down. A single month without it
-- does not end an episode, customers waver.
with ups as (
    select
        account_id,
        flag,
        month_start,
        evidence,
        lag(month_start) over (partition by account_id, flag order by month_start) as previous_up
    from {{ ref('int_cs_signals') }}
),

marked as (
    select
        *,
        case when previous_up is null or {{ date_diff_months('previous_up', 'month_start') }} > 2 then 1 else 0 end as begins_episode
    from ups
),

numbered as (
    select
        *,
        sum(begins_episode) over (partition by account_id, flag order by month_start rows between unbounded preceding and current row) as episode_number
    from marked
),

episodes as (
    select
        account_id,
        flag,
        episode_number,
        min(month_start) as raised_month,
        max(month_start) as last_up_month,
        count(*) as months_up,
        min(evidence) as least_evidence,
        max(evidence) as greatest_evidence
    from numbered
    group by account_id, flag, episode_number
)

select
    {{ surrogate_key(['episodes.account_id', 'episodes.flag', 'episodes.episode_number']) }} as episode_id,
    episodes.account_id,
    episodes.flag,
    episodes.episode_number,
    flags.severity,
    flags.owner,
    episodes.raised_month,
    episodes.last_up_month,
    episodes.months_up,
    episodes.least_evidence,
    episodes.greatest_evidence,
    {{ date_diff_months('episodes.last_up_month', as_of()) }} <= 1 as is_up,
    spine.mrr_usd as mrr_when_raised_usd,
    spine.segment,
    spine.region
from episodes
inner join {{ ref('cs_risk_flags') }} as flags
    on episodes.flag = flags.flag
inner join {{ ref('int_cs_account_months') }} as spine
    on episodes.account_id = spine.account_id
    and episodes.raised_month = spine.month_start
