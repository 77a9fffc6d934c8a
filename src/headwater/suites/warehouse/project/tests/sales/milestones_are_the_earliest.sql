with earliest as (
    select email, min(created_at) as created_at
    from {{ ref('stg_crm__leads') }}
    where not is_deleted
        and email is not null
    group by email
)

select leads.lead_id, leads.created_at, earliest.created_at as first_created_at
from {{ ref('fct_leads') }} as leads
inner join earliest on leads.email = earliest.email
where leads.created_at <> earliest.created_at
