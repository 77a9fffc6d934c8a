with converted as (
    select
        email,
        max(case when converted_at is not null then 1 else 0 end) = 1 as is_converted
    from {{ ref('stg_crm__leads') }}
    where not is_deleted
        and email is not null
    group by email
)

select leads.lead_id, leads.is_converted
from {{ ref('fct_leads') }} as leads
inner join converted on leads.email = converted.email
where leads.is_converted <> converted.is_converted
