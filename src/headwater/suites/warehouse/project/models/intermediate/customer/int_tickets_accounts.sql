-- Whose ticket it is: the account of the ticket's organization, else of the requester as a user of the product, else
-- of the organization that claims the requester's e-mail domain. Support asked for this order; see docs/customer.
with tickets as (
    select * from {{ ref('int_tickets_accepted') }}
),

identities as (
    select
        support_organization_id,
        min(account_id) as account_id
    from {{ ref('int_account_identities') }}
    where support_organization_id is not null
    group by support_organization_id
),

users as (
    select
        email,
        min(account_id) as account_id
    from {{ ref('dim_users') }}
    where email is not null
        and account_id is not null
    group by email
),

domains as (
    select
        domains.email_domain,
        identities.account_id
    from {{ ref('int_support_organization_domains') }} as domains
    inner join identities on domains.organization_id = identities.support_organization_id
)

select
    tickets.ticket_id,
    coalesce(identities.account_id, users.account_id, domains.account_id) as account_id,
    case
        when identities.account_id is not null then 'organization'
        when users.account_id is not null then 'requester'
        when domains.account_id is not null then 'email_domain'
        else 'unmatched'
    end as matched_by
from tickets
left join identities on tickets.organization_id = identities.support_organization_id
left join users on tickets.requester_email = users.email
left join domains on {{ email_domain('tickets.requester_email') }} = domains.email_domain
