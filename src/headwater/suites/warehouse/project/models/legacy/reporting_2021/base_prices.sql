{{ config(materialized='table') }}

-- IC 2021-03-02: PRICE LIST. MONTHLY VALUE: A TWELFTH OF A YEARLY PRICE.
-- IC 2023-02-20: NEW LIST AS OF THE 19TH (FIN-231). THE OLD PRICES STAY, RUNNING CONTRACTS KEEP THEM UNTIL THEY RENEW.
SELECT P.price_id
     , P.product_id
     , G.product_name
     , G.product_line
     , P.plan_code                                                      AS plan
     , P.currency
     , P.billing_interval
     , P.unit_amount                                                    AS unit_price
     , CASE P.billing_interval
           WHEN 'month' THEN P.unit_amount
           WHEN 'year' THEN CAST(P.unit_amount / 12.0 AS DECIMAL(18, 4))
           ELSE CAST(0 AS DECIMAL(18, 4))
       END                                                              AS month_price
     , CASE
           WHEN CAST(P.created_at AS DATE) >= {{ legacy_price_change_day() }} THEN 2
           ELSE 1
       END                                                              AS list_no
     , CAST(P.created_at AS DATE)                                       AS valid_from_dt
     , P.is_active
     , CASE
           WHEN G.product_line = 'services' THEN 'one-off'
           WHEN P.billing_interval = 'one_time' THEN 'one-off'
           WHEN G.product_line = 'addon' THEN 'add-on'
           WHEN G.product_line = 'self_managed' THEN 'server'
           ELSE 'cloud'
       END                                                              AS revenue_kind
     -- the importer was Pierside's product; its price was never taken off the list (docs/legacy/history.md)
     , {{ legacy_flag("G.product_name = 'Legacy Data Import'") }}        AS is_pierside
  FROM {{ ref('stg_billing__prices') }} P
 INNER JOIN {{ ref('stg_billing__products') }} G
    ON G.product_id = P.product_id
