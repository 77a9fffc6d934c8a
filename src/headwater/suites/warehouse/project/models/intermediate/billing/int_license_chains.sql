{{ config(materialized='table') }}

-- A customer keeps one licence for years, under a new id for each term and each version of it. The chain starts with the
-- licence that follows none; terms are counted within the chain, versions within the term.
with recursive links as (
    select * from {{ ref('int_license_links') }}
),

licenses as (
    select license_id
    from {{ ref('stg_licensing__licenses') }}
    where {{ is_paid_sku('sku') }}
),

roots as (
    select licenses.license_id
    from licenses
    left join links
        on licenses.license_id = links.next_license_id
    where links.license_id is null
),

walked as (
    select
        license_id as chain_id,
        license_id,
        1 as term_number,
        1 as version_number
    from roots

    union all

    select
        walked.chain_id,
        links.next_license_id as license_id,
        walked.term_number + case when links.link_kind = 'renewal' then 1 else 0 end as term_number,
        case when links.link_kind = 'renewal' then 1 else walked.version_number + 1 end as version_number
    from walked
    inner join links
        on walked.license_id = links.license_id
),

-- two licences that were merged into one: it goes on with the longer chain
placed as (
    {{ deduplicate('walked', 'license_id', 'term_number desc, version_number desc, chain_id') }}
)

select
    chain_id,
    license_id,
    term_number,
    version_number,
    count(*) over (partition by chain_id) as chain_length,
    max(term_number) over (partition by chain_id) as chain_terms
from placed
