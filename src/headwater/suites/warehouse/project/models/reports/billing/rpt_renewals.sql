-- Terms that were due by fiscal quarter and kind, and how many of them were renewed, by number and by value. Terms whose
-- grace period still runs are left out of the rates.
with renewals as (
    select * from {{ ref('fct_renewals') }}
),

counted as (
    select
        due_fiscal_quarter as fiscal_quarter,
        min({{ fiscal_quarter_start('due_on') }}) as fiscal_quarter_start,
        term_type,
        count(*) as terms_due,
        {{ count_where("outcome = 'early'") }} as renewed_early,
        {{ count_where("outcome = 'on_time'") }} as renewed_on_time,
        {{ count_where("outcome = 'late'") }} as renewed_late,
        {{ count_where("outcome = 'lost'") }} as lost,
        {{ count_where("outcome = 'pending'") }} as pending,
        {{ count_where('is_renewed') }} as renewed,
        {{ sum_where("outcome <> 'pending'", 'annual_value_usd') }} as value_due_usd,
        sum(kept_value_usd) as value_kept_usd,
        sum(renewed_value_usd) as value_renewed_usd
    from renewals
    group by due_fiscal_quarter, term_type
)

select
    fiscal_quarter,
    fiscal_quarter_start,
    term_type,
    terms_due,
    renewed_early,
    renewed_on_time,
    renewed_late,
    lost,
    pending,
    {{ safe_divide('renewed', 'terms_due - pending') }} as renewal_rate,
    {{ money('value_due_usd') }} as value_due_usd,
    {{ money('value_kept_usd') }} as value_kept_usd,
    {{ money('value_renewed_usd') }} as value_renewed_usd,
    {{ safe_divide('value_kept_usd', 'value_due_usd') }} as gross_value_retention,
    {{ safe_divide('value_renewed_usd', 'value_due_usd') }} as net_value_retention
from counted
