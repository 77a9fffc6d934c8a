-- Is the risk that we give to terms worth anything? Decided terms of the last eight quarters by risk on the eve of their due date.
with decided as (
    select renewals.*
    from {{ ref('fct_revops_renewals') }} as renewals
    inner join {{ ref('int_revops_quarters') }} as quarters
        on renewals.due_fiscal_quarter = quarters.fiscal_quarter
    where renewals.outcome not in ('open', 'pending')
        and not renewals.is_running
        and quarters.quarter_starts_on >= {{ to_date(date_add_months(fiscal_quarter_start(as_of()), -24)) }}
),

overall as (
    select
        count(*) as terms,
        {{ count_where('is_renewed') }} as renewed
    from decided
)

select
    decided.risk,
    decided.segment,
    count(*) as terms,
    {{ count_where('decided.is_renewed') }} as renewed,
    sum(decided.annual_value_usd) as due_usd,
    sum(decided.kept_value_usd) as kept_usd,
    {{ safe_divide(count_where('decided.is_renewed'), 'count(*)', 4) }} as renewal_rate,
    {{ safe_divide('sum(decided.kept_value_usd)', 'sum(decided.annual_value_usd)', 4) }} as gross_rate,
    {{ safe_divide('max(overall.renewed)', 'max(overall.terms)', 4) }} as overall_renewal_rate
from decided
cross join overall
group by decided.risk, decided.segment
