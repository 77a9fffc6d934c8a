select *
from {{ ref('rpt_price_changes') }}
where month_start < cast('2023-09-01' as date)
