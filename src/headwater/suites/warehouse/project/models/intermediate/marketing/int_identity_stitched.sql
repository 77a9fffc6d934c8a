{{ config(materialized='table') }}

-- One address for each anonymous visitor. Several people share a browser now and then: the strongest evidence wins,
-- the oldest of equals; who lost is counted, so that marketing sees how often it happens.
with edges as (

    select * from {{ ref('int_identity_edges') }}

),

chosen as (

    {{ deduplicate('edges', partition_by='anonymous_id', order_by='trust, first_observed_at, email') }}

),

addresses as (

    select
        anonymous_id,
        count(distinct email) as addresses_seen
    from edges
    group by anonymous_id

)

select
    chosen.anonymous_id,
    chosen.email,
    chosen.evidence,
    chosen.first_observed_at as identified_at,
    addresses.addresses_seen
from chosen
inner join addresses
    on chosen.anonymous_id = addresses.anonymous_id
