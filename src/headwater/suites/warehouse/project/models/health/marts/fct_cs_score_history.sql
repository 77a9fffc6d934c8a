-- Runs of one colour: from which month to which a customer was green, amber or red. The last run is open.
with followed as (
    select
        account_id,
        month_start,
        band,
        score,
        mrr_usd,
        case when previous_band = band then 0 else 1 end as begins_run
    from {{ ref('fct_cs_health_scores') }}
),

numbered as (
    select
        *,
        sum(begins_run) over (partition by account_id order by month_start rows between unbounded preceding and current row) as run_number
    from followed
),

runs as (
    select
        account_id,
        run_number,
        min(band) as band,
        min(month_start) as first_month,
        max(month_start) as last_month,
        count(*) as months,
        min(score) as lowest_score,
        max(score) as highest_score,
        max(mrr_usd) as peak_mrr_usd
    from numbered
    group by account_id, run_number
)

select
    {{ surrogate_key(['account_id', 'run_number']) }} as run_id,
    account_id,
    run_number,
    band,
    first_month,
    last_month,
    months,
    lowest_score,
    highest_score,
    peak_mrr_usd,
    lag(band) over (partition by account_id order by run_number) as previous_band,
    lead(band) over (partition by account_id order by run_number) as next_band,
    lead(band) over (partition by account_id order by run_number) is null as is_last_run,
    {{ cs_band_rank('band') }} - {{ cs_band_rank('lag(band) over (partition by account_id order by run_number)') }} as got_worse_by
from runs
