{{ config(materialized='table') }}

-- IC 2021-03-08: WHAT IS ON THE INVOICES. A LINE WITHOUT A PRICE WAS WRITTEN BY HAND AND BELONGS TO THE KIND OF ITS INVOICE.
-- SERVICE PERIODS END BEFORE THEIR LAST DAY (THE PROVIDER'S END IS EXCLUSIVE).
SELECT L.invoice_line_id                                                AS item_id
     , L.invoice_id                                                     AS inv_id
     , I.cust_id_v1
     , I.cust_id_v2
     , I.sub_id
     , I.lic_id
     , I.inv_status
     , I.is_billed
     , I.inv_dt
     , I.inv_month
     , I.currency
     , I.rate
     , L.price_id
     , P.product_name
     , COALESCE(P.revenue_kind, I.inv_kind)                             AS revenue_kind
     , P.plan
     , P.billing_interval
     , P.list_no
     , L.description
     , L.quantity
     , L.is_proration
     , L.service_starts_on                                              AS from_dt
     , L.service_ends_on                                                AS until_dt
     , CASE
           WHEN L.service_ends_on > L.service_starts_on
           THEN {{ date_diff_days('L.service_starts_on', 'L.service_ends_on') }}
           ELSE 1
       END                                                              AS service_days
     , {{ cents_to_currency('L.amount_minor', 'I.currency') }}           AS net
     , {{ legacy_usd(cents_to_currency('L.amount_minor', 'I.currency'), 'I.rate') }} AS net_usd
     -- VAT of the line: the invoice's share, because the provider has none by line
     , CASE
           WHEN I.net = 0 THEN CAST(0 AS DECIMAL(18, 4))
           ELSE {{ money('cast(' ~ cents_to_currency('L.amount_minor', 'I.currency') ~ ' as double precision) * I.vat / I.net') }}
       END                                                              AS vat
  FROM {{ ref('stg_billing__invoice_lines') }} L
 INNER JOIN {{ ref('base_invoices') }} I
    ON I.inv_id = L.invoice_id
  LEFT JOIN {{ ref('base_prices') }} P
    ON P.price_id = L.price_id
