-- Gross and net retention over twelve months for the company and for each segment. The company's is made from the sums of
-- the segments: an average of ratios would weigh a small segment like a large one.
with segments as (
    select * from {{ ref('agg_retention_monthly') }}
),

company as (
    select
        month_start,
        'All' as segment,
        sum(accounts_then) as accounts_then,
        sum(accounts_kept) as accounts_kept,
        {{ money('sum(mrr_then_usd)') }} as mrr_then_usd,
        {{ money('sum(mrr_kept_usd)') }} as mrr_kept_usd,
        {{ money('sum(mrr_now_usd)') }} as mrr_now_usd
    from segments
    group by month_start
),

unioned as (
    select
        month_start,
        segment,
        accounts_then,
        accounts_kept,
        mrr_then_usd,
        mrr_kept_usd,
        mrr_now_usd
    from segments
    union all
    select * from company
)

select
    month_start,
    segment,
    accounts_then,
    accounts_kept,
    mrr_then_usd,
    mrr_kept_usd,
    mrr_now_usd,
    {{ safe_divide('accounts_kept', 'accounts_then') }} as account_retention,
    {{ safe_divide('mrr_kept_usd', 'mrr_then_usd') }} as gross_retention,
    {{ safe_divide('mrr_now_usd', 'mrr_then_usd') }} as net_retention
from unioned
