select
    account_id,
    account_name,
    segment,
    region,
    industry,
    lifecycle_stage,
    health_band,
    health_score,
    current_mrr_usd,
    current_mrr_usd * 12 as current_arr_usd,
    revenue_12m_usd,
    margin_12m_usd,
    {{ safe_divide('margin_12m_usd', 'revenue_12m_usd', 4) }} as margin_share_12m,
    tickets_12m,
    open_pipeline_usd
from {{ ref('rpt_customer_360') }}
