-- Starts by quarter and segment: milestones reached, and whether those who reached more of them are still here a year later.
select
    started_quarter as fiscal_quarter,
    segment,
    count(*) as starts,
    {{ count_where('is_over') }} as starts_over,
    sum(first_mrr_usd) as first_mrr_usd,
    {{ count_where('has_begun') }} as begun,
    {{ count_where('has_team') }} as with_team,
    {{ count_where('has_breadth') }} as with_breadth,
    {{ count_where('has_habit') }} as with_habit,
    {{ count_where('has_grown') }} as grown,
    {{ safe_divide('sum(milestones)', 'count(*)', 2) }} as milestones_per_start,
    {{ median('days_to_first_use') }} as median_days_to_first_use,
    sum(tickets) as tickets,
    {{ safe_divide(count_where('is_year_over and is_paying_after_a_year'), count_where('is_year_over')) }} as kept_after_a_year,
    {{ safe_divide(
        count_where('is_year_over and milestones >= 3 and is_paying_after_a_year'),
        count_where('is_year_over and milestones >= 3')
    ) }} as kept_after_a_year_good_starts,
    {{ safe_divide(
        count_where('is_year_over and milestones < 3 and is_paying_after_a_year'),
        count_where('is_year_over and milestones < 3')
    ) }} as kept_after_a_year_other_starts,
    {{ safe_divide(sum_where('is_year_over', 'mrr_after_a_year_usd'), sum_where('is_year_over', 'first_mrr_usd')) }} as revenue_after_a_year
from {{ ref('fct_cs_customer_starts') }}
group by started_quarter, segment
