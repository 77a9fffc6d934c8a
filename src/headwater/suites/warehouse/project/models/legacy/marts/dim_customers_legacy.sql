-- Customers as the first layer names them, with what finance and support know: for reports that still speak of size classes.
with sheet as (

    select * from {{ ref('v_customer_sheet') }}

),

limits as (

    select
        account_id,
        rating,
        limit_usd,
        is_over_limit
    from {{ ref('fin_credit_limits') }}

),

work as (

    select
        cust_id,
        minutes_of_work,
        work_rank
    from {{ ref('sup_customer_load') }}

),

billing as (

    select
        cust_id,
        count(*) as billing_customers,
        min(currency) as first_currency,
        count(distinct currency) as currencies,
        max(case when tax_status = 'reverse' then 1 else 0 end) as is_reverse_charged
    from {{ ref('base_billing_customers_v2') }}
    where cust_id <> '(unknown)'
    group by cust_id

)

select
    sheet.cust_id as account_id,
    sheet.cust_name as account_name,
    sheet.country as country_code,
    sheet.region,
    sheet.size_class,
    sheet.industry,
    sheet.account_kind,
    sheet.account_kind = 'customer' as is_counted,
    sheet.created_dt as created_on,
    sheet.deleted_dt as deleted_on,
    sheet.first_trial_dt as first_trial_on,
    sheet.first_payment_dt as first_payment_on,
    sheet.first_licence_dt as first_licence_on,
    sheet.state,
    sheet.mrr_usd,
    {{ arr_band('12 * sheet.mrr_usd') }} as arr_band,
    sheet.seats,
    sheet.invoiced_usd,
    sheet.paid_usd,
    sheet.given_back_usd,
    sheet.tickets,
    sheet.good_marks,
    sheet.marks,
    coalesce(billing.billing_customers, 0) as billing_customers,
    billing.first_currency as billing_currency,
    coalesce(billing.currencies, 0) > 1 as pays_in_several_currencies,
    coalesce(billing.is_reverse_charged, 0) = 1 as is_reverse_charged,
    coalesce(limits.rating, 'no invoice') as credit_rating,
    coalesce(limits.limit_usd, 0) as credit_limit_usd,
    coalesce(limits.is_over_limit, false) as is_over_limit,
    coalesce(work.minutes_of_work, 0) as support_minutes_12m,
    work.work_rank as support_rank
from sheet
left join limits on sheet.cust_id = limits.account_id
left join work on sheet.cust_id = work.cust_id
left join billing on sheet.cust_id = billing.cust_id
