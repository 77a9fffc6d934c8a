{{ config(severity='warn') }}

-- LEG-07. Invoices whose tax differs from the rate of the country. Most of them are from before somebody was set to reverse charge.
select
    inv_id,
    bill_country,
    vat,
    vat_expected,
    finding
from {{ ref('v_vat_check') }}
where finding in ('VAT missing', 'too little', 'too much')
