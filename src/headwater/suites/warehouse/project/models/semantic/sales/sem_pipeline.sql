select
    pipeline.week_ending_on,
    pipeline.week_fiscal_quarter,
    pipeline.close_fiscal_quarter,
    pipeline.opportunity_id,
    pipeline.stage,
    pipeline.type,
    pipeline.product_line,
    coalesce(pipeline.sales_region, 'Unassigned') as sales_region,
    pipeline.amount_usd,
    pipeline.weighted_amount_usd,
    pipeline.is_overdue
from {{ ref('fct_pipeline_weekly') }} as pipeline
