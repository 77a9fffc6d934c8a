-- One row a person and company.
with contacts as (

    select * from {{ ref('int_contacts_resolved') }}

),

records as (

    select
        surviving_contact_id,
        count(*) as contact_records,
        min(created_at) as first_created_at
    from contacts
    group by surviving_contact_id

)

select
    contacts.contact_id,
    contacts.crm_account_id,
    contacts.email,
    {{ email_domain('contacts.email') }} as email_domain,
    contacts.title,
    people.person_id,
    people.user_id,
    records.first_created_at as created_at,
    records.contact_records
from contacts
inner join records
    on contacts.contact_id = records.surviving_contact_id
left join {{ ref('int_people') }} as people
    on contacts.email = people.email
where not contacts.is_deleted
