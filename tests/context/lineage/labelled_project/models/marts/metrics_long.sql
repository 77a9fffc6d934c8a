{#
subject: rpt_monthly.region renamed, dim_products.product_name renamed, customers_wide.customer_name renamed
metric:
value: rpt_monthly.net renamed, dim_products.revenue renamed, customers_wide.total_margin renamed
weight: rpt_monthly.units transformed, dim_products.units transformed, customers_wide.line_count transformed
*: customers_wide.is_active filter, rpt_monthly.region filter
#}
select region as subject, 'net' as metric, net as value, units * 1.0 as weight
from {{ ref('rpt_monthly') }}
where region is not null
union all
select product_name, 'revenue', revenue, units * 2.0 from {{ ref('dim_products') }}
union all
(select customer_name, 'margin', total_margin, line_count * 3.0 from {{ ref('customers_wide') }} where is_active)
