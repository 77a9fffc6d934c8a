-- Organizations list their e-mail domains in one text; the first organization that claims a domain keeps it.
with organizations as (
    select * from {{ ref('stg_support__organizations') }}
),

positions as (
    select 1 as position union all select 2 union all select 3 union all select 4 union all select 5
),

split as (
    select
        organizations.organization_id,
        organizations.created_at,
        {{ nullif_blank("split_part(organizations.domain_names, ' ', positions.position)") }} as email_domain
    from organizations
    cross join positions
),

claimed as (
    {{ deduplicate('split', 'email_domain', 'created_at, organization_id') }}
)

select
    email_domain,
    organization_id
from claimed
where email_domain is not null
