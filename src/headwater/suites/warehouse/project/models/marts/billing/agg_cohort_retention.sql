-- Cohorts of accounts by the month in which they first paid, and what is left of each in every month after it.
with spine as (
    select * from {{ ref('int_account_mrr_spine') }}
),

cohorts as (
    select
        first_month as cohort_month,
        count(distinct account_id) as cohort_accounts,
        sum(mrr_usd) as cohort_mrr_usd
    from spine
    where month_start = first_month
    group by first_month
),

followed as (
    select
        first_month as cohort_month,
        cast({{ date_diff_months('first_month', 'month_start') }} as integer) as months_since,
        {{ count_where('mrr_usd > 0') }} as accounts_paying,
        sum(mrr_usd) as mrr_usd
    from spine
    group by first_month, {{ date_diff_months('first_month', 'month_start') }}
)

select
    followed.cohort_month,
    followed.months_since,
    cohorts.cohort_accounts,
    followed.accounts_paying,
    {{ money('cohorts.cohort_mrr_usd') }} as cohort_mrr_usd,
    {{ money('followed.mrr_usd') }} as mrr_usd,
    {{ safe_divide('followed.accounts_paying', 'cohorts.cohort_accounts') }} as account_retention,
    {{ safe_divide('followed.mrr_usd', 'cohorts.cohort_mrr_usd') }} as revenue_retention
from followed
inner join cohorts
    on followed.cohort_month = cohorts.cohort_month
