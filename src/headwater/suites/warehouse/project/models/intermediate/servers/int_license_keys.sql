-- A licence key can be issued again when a licence is renewed; it then belongs to the licence issued last.
with licenses as (

    select * from {{ ref('stg_licensing__licenses') }}
    where license_key is not null

)

{{ deduplicate('licenses', partition_by='license_key', order_by='issued_at desc, license_id desc') }}
