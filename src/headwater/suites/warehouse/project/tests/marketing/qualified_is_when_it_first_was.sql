with earliest as (
    select
        email,
        min(mql_at) as mql_at,
        min(sql_at) as sql_at,
        min(created_at) as created_at
    from {{ ref('stg_crm__leads') }}
    where not is_deleted and email is not null
    group by email
)

select funnel.lead_id, funnel.mql_at, earliest.mql_at as first_mql_at
from {{ ref('fct_lead_funnel') }} as funnel
inner join {{ ref('fct_leads') }} as leads on funnel.lead_id = leads.lead_id
inner join earliest on leads.email = earliest.email
where funnel.mql_at > earliest.mql_at
    or funnel.sql_at > earliest.sql_at
