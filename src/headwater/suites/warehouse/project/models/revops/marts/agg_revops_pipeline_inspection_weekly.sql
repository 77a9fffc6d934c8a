-- The open pipeline at each week's end by region and segment, a column for each stage, and how it compares with a week, four weeks and
-- a quarter (thirteen weeks) before. Weeks without an open deal in a group are missing; comparisons are by date, not by row.
{% set stages = ['Discovery', 'Evaluation', 'Proposal', 'Negotiation'] %}
{% set lags = [1, 4, 13] %}
with weeks as (
    select
        week_ending_on,
        coalesce(sales_region, 'Unassigned') as sales_region,
        coalesce(territory_segment, 'Unassigned') as segment,
        count(*) as open_deals,
        sum(amount_usd) as open_usd,
        sum(weighted_amount_usd) as weighted_usd,
        {{ count_where('is_overdue') }} as overdue_deals,
        {{ sum_where('is_overdue', 'amount_usd') }} as overdue_usd,
        {{ pivot_count('stage', stages, suffix='_deals') }},
        {{ pivot_sum('stage', stages, 'amount_usd', suffix='_usd') }},
        {{ sum_where('close_fiscal_quarter = week_fiscal_quarter', 'amount_usd') }} as closing_this_quarter_usd
    from {{ ref('fct_pipeline_weekly') }}
    group by week_ending_on, coalesce(sales_region, 'Unassigned'), coalesce(territory_segment, 'Unassigned')
)

select
    weeks.week_ending_on,
    {{ fiscal_quarter('weeks.week_ending_on') }} as fiscal_quarter,
    weeks.sales_region,
    weeks.segment,
    weeks.open_deals,
    weeks.open_usd,
    weeks.weighted_usd,
    weeks.overdue_deals,
    weeks.overdue_usd,
    {% for stage in stages %}
    weeks.{{ stage | lower }}_deals,
    weeks.{{ stage | lower }}_usd,
    {% endfor %}
    weeks.closing_this_quarter_usd,
    {% for weeks_back in lags %}
    weeks.open_usd - coalesce(before_{{ weeks_back }}.open_usd, 0) as open_change_{{ weeks_back }}w_usd,
    weeks.weighted_usd - coalesce(before_{{ weeks_back }}.weighted_usd, 0) as weighted_change_{{ weeks_back }}w_usd,
    {% endfor %}
    {{ safe_divide('weeks.overdue_usd', 'weeks.open_usd', 4) }} as overdue_share
from weeks
{% for weeks_back in lags %}
left join weeks as before_{{ weeks_back }}
    on weeks.sales_region = before_{{ weeks_back }}.sales_region
    and weeks.segment = before_{{ weeks_back }}.segment
    and before_{{ weeks_back }}.week_ending_on = {{ to_date(date_add_days('weeks.week_ending_on', -7 * weeks_back)) }}
{% endfor %}
