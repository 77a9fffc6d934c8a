-- Every invoice of a known customer is on one of the three sheets; own and demo accounts are on none.
with sheets as (

    select sum(invoices) as invoices from {{ ref('amer_billing_month') }}
    union all
    select sum(invoices) as invoices from {{ ref('emea_billing_month') }}
    union all
    select sum(invoices) as invoices from {{ ref('apac_billing_month') }}

),

summed as (

    select sum(invoices) as invoices
    from sheets

),

billed as (

    select count(*) as invoices
    from {{ ref('base_invoices') }} as invoices
    inner join {{ ref('base_accounts') }} as accounts on invoices.cust_id_v2 = accounts.cust_id
    where invoices.is_billed = 'Y'
        and accounts.account_kind = 'customer'

)

select
    summed.invoices as invoices_of_the_sheets,
    billed.invoices as billed_invoices
from summed
cross join billed
where summed.invoices <> billed.invoices
