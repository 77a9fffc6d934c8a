select pages.pipeline_usd, sales.pipeline_usd as sales_usd
from (select sum(open_pipeline_usd) as pipeline_usd from {{ ref('rpt_customer_360') }}) as pages
cross join (select sum(amount_usd) as pipeline_usd from {{ ref('fct_opportunities') }} where not is_closed) as sales
where pages.pipeline_usd > sales.pipeline_usd + 0.01
