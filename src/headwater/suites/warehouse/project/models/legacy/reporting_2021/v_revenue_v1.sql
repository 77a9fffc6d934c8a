{{ config(materialized='table') }}

-- IC 2021-04-02: REVENUE BY CUSTOMER AND MONTH AS INVOICED, VAT INCLUDED. THE BOARD LOOKED AT THE BANK ACCOUNT THEN, AND THE BANK
-- ACCOUNT HAS VAT IN IT. CALENDAR MONTHS OF THE INVOICE, NOT OF THE SERVICE.
SELECT I.cust_id_v1                                                     AS cust_id
     , I.inv_month                                                      AS month_dt
     , I.inv_kind
     , I.currency
     , COUNT(*)                                                         AS invoices
     , SUM(I.gross)                                                     AS revenue
     , SUM(I.gross_usd)                                                 AS revenue_usd
     , SUM(I.vat_usd)                                                   AS vat_in_it_usd
     , SUM(CASE WHEN I.inv_status = 'uncollectible' THEN I.gross_usd ELSE 0 END) AS written_off_usd
  FROM {{ ref('base_invoices') }} I
 WHERE I.is_billed = 'Y'
 GROUP BY I.cust_id_v1
     , I.inv_month
     , I.inv_kind
     , I.currency
