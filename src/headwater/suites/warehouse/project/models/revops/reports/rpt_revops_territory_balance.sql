-- Are territories of one segment of the same size? By quarter, each territory against the average of its segment over the regions.
with territories as (
    select * from {{ ref('fct_revops_territories_quarterly') }}
),

averages as (
    select
        segment,
        fiscal_quarter,
        count(*) as territories,
        {{ safe_divide('sum(closing_arr_usd)', 'count(*)', 2) }} as average_arr_usd,
        {{ safe_divide('sum(closing_customers)', 'count(*)', 2) }} as average_customers,
        {{ safe_divide('sum(closing_pipeline_usd)', 'count(*)', 2) }} as average_pipeline_usd,
        {{ safe_divide('sum(quota_usd)', 'count(*)', 2) }} as average_quota_usd
    from territories
    group by segment, fiscal_quarter
)

select
    territories.fiscal_quarter,
    territories.quarter_starts_on,
    territories.territory_id,
    territories.territory_name,
    territories.sales_region,
    territories.segment,
    territories.ae_people,
    territories.ae_seats,
    territories.csm_people,
    territories.closing_customers,
    territories.closing_arr_usd,
    territories.closing_pipeline_usd,
    territories.quota_usd,
    territories.attainment,
    {{ safe_divide('territories.closing_arr_usd', 'averages.average_arr_usd', 4) }} as arr_to_average,
    {{ safe_divide('territories.closing_customers', 'averages.average_customers', 4) }} as customers_to_average,
    {{ safe_divide('territories.closing_pipeline_usd', 'averages.average_pipeline_usd', 4) }} as pipeline_to_average,
    {{ safe_divide('territories.quota_usd', 'averages.average_quota_usd', 4) }} as quota_to_average,
    case
        when territories.is_vacant and territories.closing_customers > 0 then 'vacant'
        when averages.average_arr_usd > 0 and territories.closing_arr_usd > 1.5 * averages.average_arr_usd then 'split'
        when averages.average_arr_usd > 0 and territories.closing_arr_usd < 0.5 * averages.average_arr_usd and territories.ae_people > 1 then 'merge seats'
        else 'keep'
    end as proposal
from territories
inner join averages
    on territories.segment = averages.segment
    and territories.fiscal_quarter = averages.fiscal_quarter
