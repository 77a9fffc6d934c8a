-- Retention over twelve months, by segment: of what accounts paid a year ago, how much do the same accounts pay now? Gross
-- retention counts at most what each paid then; net retention counts growth, too. Accounts won since count in neither.
with spine as (
    select * from {{ ref('int_account_mrr_spine') }}
),

accounts as (
    select * from {{ ref('dim_accounts') }}
),

compared as (
    select
        today.month_start,
        accounts.segment,
        today.account_id,
        a_year_ago.mrr_usd as mrr_then_usd,
        today.mrr_usd as mrr_now_usd
    from spine as today
    inner join spine as a_year_ago
        on today.account_id = a_year_ago.account_id
        and a_year_ago.month_start = {{ to_date(date_add_months('today.month_start', -12)) }}
    inner join accounts
        on today.account_id = accounts.account_id
    where a_year_ago.mrr_usd > 0
)

select
    month_start,
    segment,
    count(*) as accounts_then,
    {{ count_where('mrr_now_usd > 0') }} as accounts_kept,
    {{ money('sum(mrr_then_usd)') }} as mrr_then_usd,
    {{ money('sum(least(mrr_now_usd, mrr_then_usd))') }} as mrr_kept_usd,
    {{ money('sum(mrr_now_usd)') }} as mrr_now_usd,
    {{ safe_divide('sum(least(mrr_now_usd, mrr_then_usd))', 'sum(mrr_then_usd)') }} as gross_retention,
    {{ safe_divide('sum(mrr_now_usd)', 'sum(mrr_then_usd)') }} as net_retention
from compared
group by month_start, segment
