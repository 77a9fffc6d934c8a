{{ config(severity='warn') }}

-- LEG-05. Licences of 2021 that neither the licence server nor an invoice gives to an account (mostly trials).
select
    lic_id,
    sku,
    issued_dt,
    lic_mail
from {{ ref('base_licences') }}
where cust_id_v1 = '(unknown)'
