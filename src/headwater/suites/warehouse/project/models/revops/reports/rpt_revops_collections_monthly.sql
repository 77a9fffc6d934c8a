-- Is dunning getting better? All segments by month of opening, against the twelve months before.
with months as (
    select
        opened_month,
        sum(episodes) as episodes,
        sum(recovered) as recovered,
        sum(hard_declines) as hard_declines,
        sum(amount_usd) as amount_usd,
        sum(recovered_usd) as recovered_usd,
        sum(outstanding_usd) as outstanding_usd,
        sum(written_off_usd) as written_off_usd,
        sum(collection_cost_usd) as collection_cost_usd
    from {{ ref('agg_revops_collections_monthly') }}
    group by opened_month
),

spine as (
    {{ months_of_history() }}
),

filled as (
    select
        spine.month_start,
        coalesce(months.episodes, 0) as episodes,
        coalesce(months.recovered, 0) as recovered,
        coalesce(months.hard_declines, 0) as hard_declines,
        coalesce(months.amount_usd, 0) as amount_usd,
        coalesce(months.recovered_usd, 0) as recovered_usd,
        coalesce(months.outstanding_usd, 0) as outstanding_usd,
        coalesce(months.written_off_usd, 0) as written_off_usd,
        coalesce(months.collection_cost_usd, 0) as collection_cost_usd
    from spine
    left join months
        on spine.month_start = months.opened_month
),

windowed as (
    select
        *,
        sum(amount_usd) over (order by month_start rows between 12 preceding and 1 preceding) as amount_12_months_usd,
        sum(recovered_usd) over (order by month_start rows between 12 preceding and 1 preceding) as recovered_12_months_usd
    from filled
)

select
    month_start,
    episodes,
    recovered,
    hard_declines,
    {{ money('amount_usd') }} as amount_usd,
    {{ money('recovered_usd') }} as recovered_usd,
    {{ money('outstanding_usd') }} as outstanding_usd,
    {{ money('written_off_usd') }} as written_off_usd,
    {{ money('collection_cost_usd') }} as collection_cost_usd,
    {{ safe_divide('recovered_usd', 'amount_usd', 4) }} as recovery_rate,
    {{ safe_divide('recovered_12_months_usd', 'amount_12_months_usd', 4) }} as recovery_rate_12_months_before,
    {{ safe_divide('hard_declines', 'episodes', 4) }} as hard_decline_share
from windowed
