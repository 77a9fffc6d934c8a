select counted.people, listed.people as listed_people
from (
    select count(distinct email) as people
    from {{ ref('stg_crm__leads') }}
    where not is_deleted
        and email is not null
        and not {{ is_own_email('email') }}
) as counted
cross join (
    select count(*) as people
    from {{ ref('fct_leads') }}
    where email is not null
) as listed
where counted.people <> listed.people
