select people.email
from {{ ref('int_people') }} as people
where people.email like '%@mooring.example' or people.email like '%mooring.test'
union all
select leads.email
from {{ ref('fct_leads') }} as leads
where leads.email like '%@mooring.example' or leads.email like '%mooring.test'
