{%- set marks = [3, 6, 12, 24] -%}

-- What accounts of a quarter are worth by motion and by channel group: payers, revenue at the marks, lifetime so far, expansion. For
-- the yearly planning, refreshed monthly.

with cohorts as (

    select
        fiscal_quarter,
        cut,
        value,
        sum(accounts) as accounts,
        sum(ever_paid) as ever_paid,
        sum(first_mrr_usd) as first_mrr_usd,
        sum(lifetime_revenue_usd) as lifetime_revenue_usd,
        count(*) as months
        {%- for mark in marks %},
        count(paying_m{{ mark }}) as months_over_m{{ mark }},
        sum(coalesce(paying_m{{ mark }}, 0)) as paying_m{{ mark }},
        sum(coalesce(mrr_m{{ mark }}_usd, 0)) as mrr_m{{ mark }}_usd
        {%- endfor %}
    from {{ ref('agg_growth_account_cohorts') }}
    where cut in ('total', 'motion', 'channel_group')
    group by fiscal_quarter, cut, value

),

expansions as (

    select
        accounts.cohort_fiscal_quarter as fiscal_quarter,
        'total' as cut,
        'all' as value,
        sum(paths.expansion_usd) as expansion_usd,
        {{ count_where('paths.is_expansion') }} as expansions
    from {{ ref('fct_growth_expansion_paths') }} as paths
    inner join {{ ref('int_growth_accounts') }} as accounts
        on paths.account_id = accounts.account_id
    group by accounts.cohort_fiscal_quarter
    {% for cut in ['motion', 'channel_group'] %}
    union all

    select
        accounts.cohort_fiscal_quarter as fiscal_quarter,
        '{{ cut }}' as cut,
        accounts.{{ cut }} as value,
        sum(paths.expansion_usd) as expansion_usd,
        {{ count_where('paths.is_expansion') }} as expansions
    from {{ ref('fct_growth_expansion_paths') }} as paths
    inner join {{ ref('int_growth_accounts') }} as accounts
        on paths.account_id = accounts.account_id
    group by accounts.cohort_fiscal_quarter, accounts.{{ cut }}
    {% endfor %}
)

select
    {{ surrogate_key(['cohorts.fiscal_quarter', 'cohorts.cut', 'cohorts.value']) }} as cohort_value_id,
    cohorts.fiscal_quarter,
    cohorts.cut,
    cohorts.value,
    cohorts.accounts,
    cohorts.ever_paid,
    {{ growth_rate_of('cohorts.ever_paid', 'cohorts.accounts') }} as ever_paid_rate,
    cohorts.first_mrr_usd,
    cohorts.lifetime_revenue_usd,
    {{ safe_divide('cohorts.lifetime_revenue_usd', 'cohorts.ever_paid', 2) }} as lifetime_revenue_per_payer_usd,
    coalesce(expansions.expansion_usd, 0) as expansion_usd,
    coalesce(expansions.expansions, 0) as expansions
    {%- for mark in marks %},
    case when cohorts.months_over_m{{ mark }} = cohorts.months then cohorts.paying_m{{ mark }} end as paying_m{{ mark }},
    case when cohorts.months_over_m{{ mark }} = cohorts.months then cohorts.mrr_m{{ mark }}_usd end as mrr_m{{ mark }}_usd
    {%- endfor %},
    case when cohorts.months_over_m12 = cohorts.months then {{ safe_divide('cohorts.mrr_m12_usd', 'cohorts.mrr_m3_usd', 4) }} end as revenue_m12_over_m3
from cohorts
left join expansions
    on cohorts.fiscal_quarter = expansions.fiscal_quarter
    and cohorts.cut = expansions.cut
    and cohorts.value = expansions.value
