-- Every lead with the one record that stands for the person. People come in again under the same address; the record
-- that was converted stands for them, else the oldest. Leads without an address stand for themselves.
with leads as (

    select * from {{ ref('stg_crm__leads') }}
    where not {{ is_own_email('email') }}

),

people as (

    select
        leads.*,
        coalesce(email, lead_id) as person
    from leads

)

select
    lead_id,
    first_value(lead_id) over (
        partition by person
        order by
            is_deleted,
            case when converted_at is null then 1 else 0 end,
            created_at,
            lead_id
    ) as surviving_lead_id,
    email,
    is_deleted,
    created_at
from people
