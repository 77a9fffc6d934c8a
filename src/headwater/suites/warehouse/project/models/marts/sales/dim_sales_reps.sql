-- People who own records in the CRM. Integrations are no people.
with users as (

    select * from {{ ref('stg_crm__users') }}
    where not is_integration

),

current_territories as (

    {{ deduplicate(ref('int_sales_rep_territories'), partition_by='crm_user_id', order_by='version_number desc') }}

),

territories as (

    select * from {{ ref('dim_territories') }}

)

select
    users.crm_user_id,
    users.user_name as rep_name,
    users.email,
    users.role,
    users.manager_crm_user_id,
    managers.user_name as manager_name,
    current_territories.territory_id,
    territories.territory_name,
    territories.sales_region,
    territories.segment,
    users.hired_on,
    users.left_on,
    {{ date_diff_days('users.hired_on', 'least(coalesce(users.left_on, ' ~ as_of() ~ '), ' ~ as_of() ~ ')') }} as tenure_days,
    users.left_on is null or users.left_on > {{ as_of() }} as is_current,
    users.role in ('AE', 'Manager', 'VP') as is_quota_carrying
from users
left join users as managers
    on users.manager_crm_user_id = managers.crm_user_id
left join current_territories
    on users.crm_user_id = current_territories.crm_user_id
left join territories
    on current_territories.territory_id = territories.territory_id
