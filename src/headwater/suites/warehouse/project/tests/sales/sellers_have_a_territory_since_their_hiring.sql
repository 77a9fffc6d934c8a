with first_territories as (

    select
        crm_user_id,
        min(valid_from) as valid_from
    from {{ ref('int_sales_rep_territories') }}
    group by crm_user_id

)

select
    users.crm_user_id,
    users.hired_on,
    first_territories.valid_from
from {{ ref('stg_crm__users') }} as users
inner join first_territories
    on users.crm_user_id = first_territories.crm_user_id
where users.hired_on <> first_territories.valid_from
