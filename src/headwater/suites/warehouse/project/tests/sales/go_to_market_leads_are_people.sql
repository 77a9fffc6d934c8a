with people as (
    select count(distinct coalesce(email, lead_id)) as people
    from {{ ref('stg_crm__leads') }}
    where not is_deleted
        and not {{ is_own_email('email') }}
)

select page.leads, people.people
from (select sum(leads) as leads from {{ ref('rpt_go_to_market') }}) as page
cross join people
where page.leads <> people.people
