select
    attainment.fiscal_quarter,
    attainment.fiscal_quarter_start,
    attainment.rep_name,
    attainment.role,
    coalesce(territories.territory_name, 'Unassigned') as territory_name,
    coalesce(territories.sales_region, 'Unassigned') as sales_region,
    attainment.quota_usd,
    attainment.booked_acv_usd,
    attainment.attainment,
    attainment.attainment_band,
    attainment.rank_in_quarter
from {{ ref('rpt_quota_attainment') }} as attainment
left join {{ ref('dim_territories') }} as territories
    on attainment.territory_id = territories.territory_id
