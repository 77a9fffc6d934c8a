{{ config(materialized='table') }}

-- TW 2023-04-18 (FIN-240): revenue as invoiced without VAT, from the lines, so that add-ons and one-off work can be told apart.
-- Still by the month of the invoice; revenue by service is the new layer's business.
SELECT L.cust_id_v2                                                     AS cust_id
     , L.inv_month                                                      AS month_dt
     , CASE WHEN L.revenue_kind = 'server' THEN 'server' ELSE 'cloud' END AS inv_kind
     , L.currency
     , COUNT(DISTINCT L.inv_id)                                         AS invoices
     , SUM(L.net)                                                       AS revenue
     , SUM(L.net_usd)                                                   AS revenue_usd
     , SUM(CASE WHEN L.revenue_kind = 'cloud' THEN L.net_usd ELSE 0 END)   AS cloud_usd
     , SUM(CASE WHEN L.revenue_kind = 'add-on' THEN L.net_usd ELSE 0 END)  AS addon_usd
     , SUM(CASE WHEN L.revenue_kind = 'server' THEN L.net_usd ELSE 0 END)  AS server_usd
     , SUM(CASE WHEN L.revenue_kind = 'one-off' THEN L.net_usd ELSE 0 END) AS one_off_usd
     , SUM(CASE WHEN L.is_proration THEN L.net_usd ELSE 0 END)             AS proration_usd
  FROM {{ ref('base_invoice_items') }} L
 WHERE L.is_billed = 'Y'
 GROUP BY L.cust_id_v2
     , L.inv_month
     , CASE WHEN L.revenue_kind = 'server' THEN 'server' ELSE 'cloud' END
     , L.currency
