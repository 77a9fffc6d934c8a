{{ config(meta={
    'symptom': "The leads of all fiscal quarters on the go-to-market page are more or fewer than people came in.",
    'business': "Lead volume in the executive review is higher than marketing's own count of people.",
}) }}

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
