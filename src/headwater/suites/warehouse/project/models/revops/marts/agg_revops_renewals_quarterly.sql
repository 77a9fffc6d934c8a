-- Renewals by quarter in which they are due, segment and kind: what was due, kept, lost and is still forecast.
{% set outcomes = ['early', 'on_time', 'late', 'lost', 'pending', 'open'] %}
{% set risks = ['high', 'medium', 'low', 'unknown'] %}
with renewals as (
    select * from {{ ref('fct_revops_renewals') }}
)

select
    due_fiscal_quarter as fiscal_quarter,
    min({{ fiscal_quarter_start('due_on') }}) as quarter_starts_on,
    segment,
    term_type,
    count(*) as terms,
    {{ pivot_count('outcome', outcomes, suffix='_terms') }},
    sum(annual_value_usd) as due_usd,
    {{ pivot_sum('outcome', outcomes, 'annual_value_usd', suffix='_due_usd') }},
    sum(kept_value_usd) as kept_usd,
    sum(uplift_usd) as uplift_usd,
    sum(case when outcome = 'lost' then annual_value_usd else 0 end) as lost_usd,
    sum(case when is_renewed then given_up_usd else 0 end) as downsell_usd,
    sum(forecast_value_usd) as forecast_usd,
    {{ pivot_sum('risk', risks, "case when outcome in ('open', 'pending') then annual_value_usd else 0 end", prefix='open_', suffix='_risk_usd') }},
    {{ safe_divide("sum(case when is_renewed then 1 else 0 end)", "sum(case when outcome not in ('open', 'pending') then 1 else 0 end)", 4) }} as renewal_rate,
    {{ safe_divide('sum(kept_value_usd)', "sum(case when outcome not in ('open', 'pending') then annual_value_usd else 0 end)", 4) }} as gross_rate,
    {{ safe_divide('sum(renewed_value_usd)', "sum(case when outcome not in ('open', 'pending') then annual_value_usd else 0 end)", 4) }} as net_rate
from renewals
group by due_fiscal_quarter, segment, term_type
