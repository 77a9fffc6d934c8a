-- Whose customer it is: the success manager of the CRM, by the account's record there. Customers without one belong to the
-- pool, by region. One row a customer.
with managers as (
    select
        crm.account_id,
        crm.csm_crm_user_id,
        reps.rep_name,
        reps.is_current,
        row_number() over (partition by crm.account_id order by crm.created_at, crm.crm_account_id) as record_number
    from {{ ref('dim_crm_accounts') }} as crm
    inner join {{ ref('dim_sales_reps') }} as reps
        on crm.csm_crm_user_id = reps.crm_user_id
    where crm.account_id is not null
        and reps.role = 'CSM'
)

select
    customers.account_id,
    customers.account_name,
    customers.segment,
    customers.region,
    managers.csm_crm_user_id,
    case
        when managers.csm_crm_user_id is null then 'Pool ' || customers.region
        when not managers.is_current then 'Left: ' || managers.rep_name
        else managers.rep_name
    end as portfolio,
    managers.csm_crm_user_id is not null and managers.is_current as has_manager,
    customers.current_mrr_usd,
    customers.lifecycle_stage
from {{ ref('dim_customers') }} as customers
left join managers
    on customers.account_id = managers.account_id
    and managers.record_number = 1
