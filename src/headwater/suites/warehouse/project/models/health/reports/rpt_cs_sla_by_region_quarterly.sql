-- Promises by region, in contract time and in the customer's time. Sums first, rates last: averages of monthly rates would
-- give a quiet month the weight of a busy one.
with months as (
    select
        *,
        {{ fiscal_quarter('month_start') }} as fiscal_quarter
    from {{ ref('agg_cs_sla_by_region_monthly') }}
)

select
    fiscal_quarter,
    region,
    sum(tickets) as tickets,
    sum(tickets_in_desk_hours) as tickets_in_desk_hours,
    sum(escalated_tickets) as escalated_tickets,
    sum(met_utc) as met_utc,
    sum(missed_utc) as missed_utc,
    sum(met_desk) as met_desk,
    sum(missed_desk) as missed_desk,
    {{ safe_divide('sum(met_utc)', 'sum(met_utc) + sum(missed_utc)') }} as kept_rate_utc,
    {{ safe_divide('sum(met_desk)', 'sum(met_desk) + sum(missed_desk)') }} as kept_rate_desk,
    {{ safe_divide('sum(resolution_met)', 'sum(resolution_met) + sum(resolution_missed)') }} as resolution_kept_rate,
    {{ sum_where("support_tier = 'enterprise'", 'tickets') }} as enterprise_tickets,
    {{ safe_divide(sum_where("support_tier = 'enterprise'", 'met_utc'), sum_where("support_tier = 'enterprise'", 'met_utc + missed_utc')) }} as enterprise_kept_rate
from months
group by fiscal_quarter, region
