-- TW 2023-05-04 (FIN-240): gross until April 2023, net from May 2023 on. Yes, the line in the chart drops there. It has a note.
SELECT cust_id
     , month_dt
     , inv_kind
     , currency
     , invoices
     , revenue
     , revenue_usd
     , 'gross'                                                          AS basis
  FROM {{ ref('v_revenue_v1') }}
 WHERE month_dt < {{ legacy_cutover('revenue') }}
UNION ALL
SELECT cust_id
     , month_dt
     , inv_kind
     , currency
     , invoices
     , revenue
     , revenue_usd
     , 'net'
  FROM {{ ref('v_revenue_v2') }}
 WHERE month_dt >= {{ legacy_cutover('revenue') }}
