{{ config(materialized='table') }}

-- IC 2021-05-05: INVOICES WHOSE VAT IS NOT WHAT THE COUNTRY'S RATE SAYS, WITH A REASON WHERE WE KNOW ONE. ROUNDING IS UP TO ONE
-- CENT FOR EACH LINE. THE TAX ADVISER GETS THIS AT YEAR-END.
SELECT X.inv_id
     , X.inv_no
     , X.cust_id_v1                                                     AS cust_id
     , X.bill_country
     , X.tax_status
     , X.inv_dt
     , X.inv_month
     , X.currency
     , X.net
     , X.vat
     , X.vat_rate_expected
     , X.vat_expected
     , X.vat - X.vat_expected                                           AS vat_difference
     , CASE
           WHEN X.tax_status <> 'none' AND X.vat = 0 THEN 'exempt or reverse charge'
           WHEN X.net = 0 THEN 'nothing to tax'
           WHEN X.bill_country IS NULL THEN 'country unknown'
           WHEN X.vat_rate_expected = 0 AND X.vat = 0 THEN 'no VAT there'
           WHEN ABS(X.vat - X.vat_expected) <= X.tolerance THEN 'right'
           WHEN X.vat = 0 THEN 'VAT missing'
           WHEN X.vat < X.vat_expected THEN 'too little'
           ELSE 'too much'
       END                                                              AS finding
  FROM (
        SELECT I.inv_id
             , I.inv_no
             , I.cust_id_v1
             , I.bill_country
             , I.tax_status
             , I.inv_dt
             , I.inv_month
             , I.currency
             , I.net
             , I.vat
             , I.vat_rate_expected
             , {{ money('I.net * I.vat_rate_expected') }}               AS vat_expected
             , CASE I.currency WHEN 'JPY' THEN 1.0 ELSE 0.01 END * (1 + COALESCE(N.items, 0)) AS tolerance
          FROM {{ ref('base_invoices') }} I
          LEFT JOIN (
                SELECT inv_id
                     , COUNT(*)                                         AS items
                  FROM {{ ref('base_invoice_items') }}
                 GROUP BY inv_id
               ) N
            ON N.inv_id = I.inv_id
         WHERE I.is_billed = 'Y'
       ) X
