-- The pipeline meeting's first page: open pipeline by week, stage and region, as it was.
select
    {{ surrogate_key(['week_ending_on', 'stage', 'sales_region']) }} as pipeline_report_id,
    week_ending_on,
    coalesce(sales_region, 'Unassigned') as sales_region,
    stage,
    stage_order,
    count(*) as opportunities,
    sum(amount_usd) as open_usd,
    sum(weighted_amount_usd) as weighted_usd,
    {{ count_where('is_overdue') }} as overdue_opportunities
from {{ ref('fct_pipeline_weekly') }}
group by week_ending_on, sales_region, stage, stage_order
