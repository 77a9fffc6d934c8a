{#
region: regions.region passed
category: stg_products.category passed
target_share: regions.target transformed, stg_products.cost transformed
#}
select r.region, p.category, r.target / p.cost as target_share
from {{ ref('regions') }} r, {{ ref('stg_products') }} p
