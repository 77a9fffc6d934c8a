-- Yearly cohorts at 3, 6, 12, 24 and 36 months: of what the customers of a fiscal year began with, what is left. Only
-- cohorts all of whose months are old enough are shown, so that young ones do not pull a year down.
with cohorts as (
    select
        *,
        {{ fiscal_year('cohort_month') }} as fiscal_year
    from {{ ref('agg_cohort_retention') }}
    where months_since in (3, 6, 12, 24, 36)
),

year_sizes as (
    select
        {{ fiscal_year('cohort_month') }} as fiscal_year,
        count(*) as cohort_months
    from {{ ref('agg_cohort_retention') }}
    where months_since = 0
    group by {{ fiscal_year('cohort_month') }}
),

grouped as (
    select
        fiscal_year,
        months_since,
        count(*) as cohort_months,
        sum(cohort_accounts) as cohort_accounts,
        sum(accounts_paying) as accounts_paying,
        sum(cohort_mrr_usd) as cohort_mrr_usd,
        sum(mrr_usd) as mrr_usd
    from cohorts
    group by fiscal_year, months_since
)

select
    grouped.fiscal_year,
    grouped.months_since,
    grouped.cohort_accounts,
    grouped.accounts_paying,
    {{ money('grouped.cohort_mrr_usd') }} as cohort_mrr_usd,
    {{ money('grouped.mrr_usd') }} as mrr_usd,
    {{ safe_divide('grouped.accounts_paying', 'grouped.cohort_accounts') }} as account_retention,
    {{ safe_divide('grouped.mrr_usd', 'grouped.cohort_mrr_usd') }} as revenue_retention
from grouped
inner join year_sizes
    on grouped.fiscal_year = year_sizes.fiscal_year
    and grouped.cohort_months = year_sizes.cohort_months
