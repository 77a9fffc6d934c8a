-- The quarter from its months: flows add up, stocks are those of the last month.
with months as (
    select
        *,
        row_number() over (partition by fiscal_quarter order by month_start desc) as from_the_end,
        row_number() over (partition by fiscal_quarter order by month_start) as from_the_start
    from {{ ref('rpt_kpi_monthly') }}
)

select
    fiscal_quarter,
    min(month_start) as quarter_start,
    count(*) as months,
    {{ sum_where('from_the_end = 1', 'arr_usd') }} as closing_arr_usd,
    {{ sum_where('from_the_start = 1', '(mrr_usd - new_mrr_usd - expansion_mrr_usd - contraction_mrr_usd - churned_mrr_usd) * 12') }} as opening_arr_usd,
    sum(new_mrr_usd) * 12 as new_arr_usd,
    sum(expansion_mrr_usd) * 12 as expansion_arr_usd,
    sum(contraction_mrr_usd) * 12 as contraction_arr_usd,
    sum(churned_mrr_usd) * 12 as churned_arr_usd,
    sum(revenue_usd) as revenue_usd,
    sum(bookings_acv_usd) as bookings_acv_usd,
    {{ sum_where('from_the_end = 1', 'paying_accounts') }} as paying_accounts,
    {{ sum_where('from_the_end = 1', 'headcount') }} as headcount,
    sum(tickets) as tickets
from months
group by fiscal_quarter
