-- Renewals by the quarter in which they are due, and what the colour three months before said: those that are decided with
-- their outcome, those ahead with their colour of today.
with decided as (
    select
        renewals.account_id,
        renewals.due_month,
        renewals.due_fiscal_quarter as fiscal_quarter,
        renewals.annual_value_usd,
        renewals.renewed_value_usd,
        renewals.outcome,
        coalesce(scores.band, 'unknown') as band
    from {{ ref('fct_renewals') }} as renewals
    left join {{ ref('fct_cs_health_scores') }} as scores
        on renewals.account_id = scores.account_id
        and scores.month_start = {{ cs_months_before('renewals.due_month', 3) }}
),

ahead as (
    select
        clock.account_id,
        {{ fiscal_quarter('clock.next_due_on') }} as fiscal_quarter,
        clock.next_annual_value_usd as annual_value_usd,
        coalesce(scores.band, 'unknown') as band
    from {{ ref('int_cs_contract_clock') }} as clock
    left join {{ ref('fct_cs_health_scores') }} as scores
        on clock.account_id = scores.account_id
        and clock.month_start = scores.month_start
    where clock.month_start = {{ month_start(as_of()) }}
        and clock.next_due_on > {{ as_of() }}
),

together as (
    select fiscal_quarter, band, annual_value_usd, renewed_value_usd, outcome from decided
    union all
    select fiscal_quarter, band, annual_value_usd, cast(0 as decimal(18, 4)), 'ahead' from ahead
)

select
    fiscal_quarter,
    band,
    count(*) as terms,
    sum(annual_value_usd) as due_usd,
    {{ count_where("outcome in ('early', 'on_time', 'late')") }} as renewed_terms,
    {{ count_where("outcome = 'lost'") }} as lost_terms,
    {{ count_where("outcome in ('pending', 'ahead')") }} as undecided_terms,
    sum(renewed_value_usd) as renewed_usd,
    {{ sum_where("outcome in ('pending', 'ahead')", 'annual_value_usd') }} as undecided_usd,
    {{ safe_divide(count_where("outcome in ('early', 'on_time', 'late')"), count_where("outcome not in ('pending', 'ahead')")) }} as renewal_rate
from together
group by fiscal_quarter, band
