-- What comes up for renewal in the next four quarters and what we expect of it, by month, segment and kind; the same month of the year
-- before shows what really came of it then.
with renewals as (
    select * from {{ ref('fct_revops_renewals') }}
),

months as (
    select
        due_month,
        segment,
        term_type,
        count(*) as terms,
        sum(annual_value_usd) as due_usd,
        sum(forecast_value_usd) as forecast_usd,
        {{ sum_where("outcome in ('early', 'on_time', 'late')", 'renewed_value_usd') }} as renewed_usd,
        {{ sum_where("outcome = 'lost'", 'annual_value_usd') }} as lost_usd,
        {{ sum_where("risk = 'high' and outcome in ('open', 'pending')", 'annual_value_usd') }} as at_risk_usd,
        {{ count_where("next_step = 'call this week'") }} as to_call,
        {{ count_where("next_step = 'open a deal'") }} as without_deal
    from renewals
    group by due_month, segment, term_type
)

select
    months.due_month,
    {{ fiscal_quarter('months.due_month') }} as fiscal_quarter,
    months.segment,
    months.term_type,
    months.terms,
    months.due_usd,
    months.renewed_usd,
    months.lost_usd,
    months.forecast_usd,
    months.at_risk_usd,
    months.to_call,
    months.without_deal,
    {{ safe_divide('months.forecast_usd', 'months.due_usd', 4) }} as forecast_rate,
    coalesce(year_ago.due_usd, 0) as due_a_year_ago_usd,
    {{ safe_divide('year_ago.renewed_usd', 'year_ago.due_usd', 4) }} as renewed_rate_a_year_ago
from months
left join months as year_ago
    on year_ago.due_month = {{ to_date(date_add_months('months.due_month', -12)) }}
    and months.segment = year_ago.segment
    and months.term_type = year_ago.term_type
where months.due_month >= {{ month_start(as_of()) }}
    and months.due_month < {{ to_date(date_add_months(month_start(as_of()), 13)) }}
