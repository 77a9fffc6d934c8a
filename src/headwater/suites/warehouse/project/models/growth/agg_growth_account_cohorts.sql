{%- set cuts = ['channel_group', 'motion', 'segment', 'region'] -%}
{%- set marks = [1, 3, 6, 12, 24] -%}

-- What becomes of the accounts of a month: active, paying, revenue at 1, 3, 6, 12 and 24 months, in total and by channel group,
-- motion, segment and region. One row a cohort, cut and value, the marks in columns (the board wants them like that).
--
-- A mark is null until the whole month of the mark has passed. Revenue of a mark is what the cohort pays in that month, whoever of
-- it pays; "net" against the first mark with revenue, so that cohorts that start to pay late do not look like rockets.

with accounts as (

    select
        account_id,
        cohort_month,
        channel_group,
        motion,
        segment,
        region,
        first_paid_month,
        first_mrr_usd,
        days_to_paid,
        trials,
        trials_converted
    from {{ ref('int_growth_accounts') }}
    where cohort_month >= {{ history_start() }}

),

lifecycle as (

    select
        account_id,
        month_start,
        user_days,
        mrr_usd,
        engagement_band
    from {{ ref('fct_growth_lifecycle_monthly') }}

),

marked as (

    select
        accounts.account_id,
        accounts.cohort_month
        {%- for mark in marks %},
        max(case
            when {{ date_diff_months('accounts.cohort_month', 'lifecycle.month_start') }} = {{ mark }} and lifecycle.user_days > 0 then 1
            else 0
        end) as active_m{{ mark }},
        max(case
            when {{ date_diff_months('accounts.cohort_month', 'lifecycle.month_start') }} = {{ mark }} and lifecycle.mrr_usd > 0 then 1
            else 0
        end) as paying_m{{ mark }},
        sum(case
            when {{ date_diff_months('accounts.cohort_month', 'lifecycle.month_start') }} = {{ mark }} then lifecycle.mrr_usd
            else 0
        end) as mrr_m{{ mark }}_usd
        {%- endfor %},
        sum(lifecycle.mrr_usd) as lifetime_revenue_usd,
        {{ count_where("lifecycle.engagement_band in ('core', 'power')") }} as engaged_months
    from accounts
    inner join lifecycle
        on accounts.account_id = lifecycle.account_id
    group by accounts.account_id, accounts.cohort_month

),

long as (

    select 'total' as cut, 'all' as value, accounts.* from accounts
    {%- for cut in cuts %}
    union all
    select '{{ cut }}' as cut, coalesce({{ cut }}, 'Unknown') as value, accounts.* from accounts
    {%- endfor %}

),

cohorts as (

    select
        long.cut,
        long.value,
        long.cohort_month,
        count(*) as accounts,
        {{ count_where('long.first_paid_month is not null') }} as ever_paid,
        sum(long.first_mrr_usd) as first_mrr_usd,
        sum(long.trials) as trials,
        sum(long.trials_converted) as trials_converted,
        {{ median('long.days_to_paid') }} as median_days_to_paid,
        sum(coalesce(marked.lifetime_revenue_usd, 0)) as lifetime_revenue_usd,
        sum(coalesce(marked.engaged_months, 0)) as engaged_months
        {%- for mark in marks %},
        sum(coalesce(marked.active_m{{ mark }}, 0)) as active_m{{ mark }},
        sum(coalesce(marked.paying_m{{ mark }}, 0)) as paying_m{{ mark }},
        sum(coalesce(marked.mrr_m{{ mark }}_usd, 0)) as mrr_m{{ mark }}_usd
        {%- endfor %}
    from long
    left join marked
        on long.account_id = marked.account_id
    group by long.cut, long.value, long.cohort_month

),

judged as (

    select
        cohorts.*
        {%- for mark in marks %},
        {{ month_end(date_add_months('cohort_month', mark)) }} <= {{ as_of() }} as is_m{{ mark }}_over
        {%- endfor %}
    from cohorts

)

select
    {{ surrogate_key(['cut', 'value', 'cohort_month']) }} as cohort_id,
    cut,
    value,
    cohort_month,
    {{ fiscal_quarter('cohort_month') }} as fiscal_quarter,
    accounts,
    ever_paid,
    {{ growth_rate_of('ever_paid', 'accounts') }} as ever_paid_rate,
    first_mrr_usd,
    trials,
    trials_converted,
    median_days_to_paid,
    engaged_months,
    {{ money('lifetime_revenue_usd') }} as lifetime_revenue_usd,
    {{ safe_divide('lifetime_revenue_usd', 'accounts', 2) }} as lifetime_revenue_per_account_usd
    {%- for mark in marks %},
    case when is_m{{ mark }}_over then active_m{{ mark }} end as active_m{{ mark }},
    case when is_m{{ mark }}_over then paying_m{{ mark }} end as paying_m{{ mark }},
    case when is_m{{ mark }}_over then mrr_m{{ mark }}_usd end as mrr_m{{ mark }}_usd,
    case when is_m{{ mark }}_over then {{ growth_rate_of('active_m' ~ mark, 'accounts') }} end as active_rate_m{{ mark }},
    case when is_m{{ mark }}_over then {{ growth_rate_of('paying_m' ~ mark, 'accounts') }} end as paying_rate_m{{ mark }}
    {%- endfor %},
    case when is_m12_over then {{ safe_divide('mrr_m12_usd', 'coalesce(nullif(mrr_m3_usd, 0), nullif(mrr_m6_usd, 0))', 4) }} end as net_revenue_m12,
    case when is_m24_over then {{ safe_divide('mrr_m24_usd', 'coalesce(nullif(mrr_m12_usd, 0), nullif(mrr_m6_usd, 0))', 4) }} end as net_revenue_m24
from judged
