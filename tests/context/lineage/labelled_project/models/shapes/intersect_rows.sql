{#
region: stg_customers.region passed
*: regions.region filter, regions.* filter, stg_customers.region group
#}
select region from {{ ref('stg_customers') }}
intersect
select region from {{ ref('regions') }}
