select pages.revenue_usd, company.revenue_usd as company_usd
from (select sum(revenue_12m_usd) as revenue_usd from {{ ref('rpt_customer_360') }}) as pages
cross join (
    select sum(revenue_usd) as revenue_usd
    from {{ ref('rpt_kpi_monthly') }}
    where month_start > {{ date_add_months(month_start(as_of()), -12) }}
) as company
where pages.revenue_usd > company.revenue_usd * 1.001
