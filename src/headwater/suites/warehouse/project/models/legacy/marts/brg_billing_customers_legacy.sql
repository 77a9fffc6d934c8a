-- Which account each customer of the payment provider was under the two rules, and where they differ. Finance restates a month only
-- with this list at hand.
with v1 as (

    select
        bill_id,
        cust_id,
        matched_how
    from {{ ref('base_billing_customers_v1') }}

),

v2 as (

    select
        bill_id,
        cust_id,
        matched_how,
        currency,
        bill_country,
        created_dt
    from {{ ref('base_billing_customers_v2') }}

),

invoiced as (

    select
        bill_id,
        count(*) as invoices,
        sum(gross_usd) as gross_usd,
        min(inv_dt) as first_invoice_dt,
        max(inv_dt) as last_invoice_dt
    from {{ ref('base_invoices') }}
    where is_billed = 'Y'
    group by bill_id

)

select
    v2.bill_id as customer_id,
    v1.cust_id as account_id_v1,
    v2.cust_id as account_id_v2,
    v1.matched_how as matched_by_v1,
    v2.matched_how as matched_by_v2,
    case
        when v1.cust_id = v2.cust_id and v2.cust_id = '(unknown)' then 'unknown to both'
        when v1.cust_id = v2.cust_id then 'same'
        when v1.cust_id = '(unknown)' then 'found by the second rule'
        else 'different'
    end as comparison,
    v2.currency,
    v2.bill_country as country_code,
    v2.created_dt as created_on,
    coalesce(invoiced.invoices, 0) as invoices,
    coalesce(invoiced.gross_usd, 0) as gross_usd,
    invoiced.first_invoice_dt as first_invoiced_on,
    invoiced.last_invoice_dt as last_invoiced_on
from v2
inner join v1 on v2.bill_id = v1.bill_id
left join invoiced on v2.bill_id = invoiced.bill_id
