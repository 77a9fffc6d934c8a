select tickets.ticket_id, tickets.account_id, organizations.external_account_id
from {{ ref('fct_tickets') }} as tickets
inner join {{ ref('stg_support__organizations') }} as organizations
    on tickets.organization_id = organizations.organization_id
inner join {{ ref('int_account_identities') }} as identities
    on organizations.organization_id = identities.support_organization_id
    and organizations.external_account_id = identities.account_id
where tickets.account_id is null
    or tickets.account_id not in (
        select account_id
        from {{ ref('int_account_identities') }}
        where support_organization_id is not null
    )
