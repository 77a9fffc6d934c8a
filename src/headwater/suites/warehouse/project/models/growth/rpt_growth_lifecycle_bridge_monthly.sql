{%- set states = ['new', 'activated', 'engaged', 'resurrected', 'drifting', 'dormant', 'gone', 'unborn'] -%}

-- Accounts by state of life at each month's end, and the flows that everybody asks for: how many were won, woken, lost and saved.
-- Servers whose counts are hidden are not in the states; they are one column of their own.

with months as (

    select
        lifecycle.*,
        {{ fiscal_quarter('lifecycle.month_start') }} as fiscal_quarter
    from {{ ref('fct_growth_lifecycle_monthly') }} as lifecycle

),

stocks as (

    select
        month_start,
        fiscal_quarter,
        count(*) as accounts,
        {{ count_where('is_unseen') }} as unseen_accounts
        {%- for state in states %},
        {{ count_where("lifecycle_state = '" ~ state ~ "' and not is_unseen") }} as {{ state }}_accounts
        {%- endfor %},
        {{ count_where('is_paying') }} as paying_accounts,
        {{ count_where('pays_unused and not is_unseen') }} as paying_unused_accounts,
        {{ sum_where('pays_unused and not is_unseen', 'mrr_usd') }} as unused_mrr_usd,
        sum(mrr_usd) as mrr_usd
    from months
    group by month_start, fiscal_quarter

),

flows as (

    select
        month_start,
        {{ sum_where("to_state = 'new'", 'accounts') }} as won,
        {{ sum_where("to_state = 'resurrected' and not is_stay", 'accounts') }} as woken,
        {{ sum_where("to_state = 'drifting' and not is_stay", 'accounts') }} as began_to_drift,
        {{ sum_where("from_state = 'drifting' and to_state in ('resurrected', 'engaged', 'activated')", 'accounts') }} as saved_from_drifting,
        {{ sum_where("to_state = 'dormant' and not is_stay", 'accounts') }} as fell_dormant,
        {{ sum_where("to_state = 'gone' and not is_stay", 'accounts') }} as went,
        {{ sum_where("to_state = 'outside'", 'accounts') }} as left_the_table
    from {{ ref('agg_growth_lifecycle_transitions_monthly') }}
    group by month_start

),

cohorts as (

    select
        cohort_month as month_start,
        accounts as created_accounts
    from {{ ref('agg_growth_account_cohorts') }}
    where cut = 'total'

)

select
    stocks.month_start,
    stocks.fiscal_quarter,
    stocks.accounts,
    stocks.unseen_accounts
    {%- for state in states %},
    stocks.{{ state }}_accounts
    {%- endfor %},
    stocks.paying_accounts,
    stocks.paying_unused_accounts,
    stocks.unused_mrr_usd,
    stocks.mrr_usd,
    {{ growth_rate_of('stocks.unused_mrr_usd', 'stocks.mrr_usd') }} as unused_mrr_share,
    coalesce(cohorts.created_accounts, 0) as created_accounts,
    coalesce(flows.won, 0) as won,
    coalesce(flows.woken, 0) as woken,
    coalesce(flows.began_to_drift, 0) as began_to_drift,
    coalesce(flows.saved_from_drifting, 0) as saved_from_drifting,
    coalesce(flows.fell_dormant, 0) as fell_dormant,
    coalesce(flows.went, 0) as went,
    coalesce(flows.left_the_table, 0) as left_the_table,
    stocks.accounts - lag(stocks.accounts) over (order by stocks.month_start) as change_in_accounts
from stocks
left join flows
    on stocks.month_start = flows.month_start
left join cohorts
    on stocks.month_start = cohorts.month_start
