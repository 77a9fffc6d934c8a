{{ config(severity='warn') }}

-- LEG-14. Deals without an amount count as zero on the regional sheets. Sales enters amounts in the evaluation stage.
select
    deal_id,
    stage,
    region,
    created_dt
from {{ ref('base_deals') }}
where amount is null
