with cohorts as (
    select
        cohort_month as month_start,
        cohort_accounts,
        cohort_mrr_usd
    from {{ ref('agg_cohort_retention') }}
    where months_since = 0
),

new_business as (
    select
        month_start,
        count(*) as accounts,
        sum(mrr_change_usd) as mrr_usd
    from {{ ref('fct_mrr_movements') }}
    where movement_type = 'new'
    group by month_start
)

select
    coalesce(cohorts.month_start, new_business.month_start) as month_start,
    cohorts.cohort_accounts,
    new_business.accounts
from cohorts
full join new_business
    on cohorts.month_start = new_business.month_start
where coalesce(cohorts.cohort_accounts, 0) <> coalesce(new_business.accounts, 0)
    or abs(coalesce(cohorts.cohort_mrr_usd, 0) - coalesce(new_business.mrr_usd, 0)) > 0.001
