-- Every contact with the one record that stands for the person: the oldest of those with the same address at the same
-- (surviving) account. Deleted contacts never stand for anybody while another record is left.
with contacts as (

    select * from {{ ref('stg_crm__contacts') }}

),

survivors as (

    select * from {{ ref('int_crm_accounts_survivors') }}

),

placed as (

    select
        contacts.*,
        survivors.surviving_crm_account_id,
        coalesce(contacts.email, contacts.contact_id) as person
    from contacts
    inner join survivors
        on contacts.crm_account_id = survivors.crm_account_id

)

select
    contact_id,
    first_value(contact_id) over (
        partition by surviving_crm_account_id, person
        order by is_deleted, created_at, contact_id
    ) as surviving_contact_id,
    surviving_crm_account_id as crm_account_id,
    email,
    title,
    is_deleted,
    created_at
from placed
