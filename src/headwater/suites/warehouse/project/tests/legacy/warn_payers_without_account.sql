{{ config(severity='warn') }}

-- LEG-03. Has warned since March 2021: customers whom the first rule does not match. They are in the old figures as '(unknown)'.
select
    bill_id,
    bill_mail,
    bill_country,
    created_dt
from {{ ref('base_billing_customers_v1') }}
where matched_how = 'none'
