{{ config(materialized='table') }}

-- TW 2023-01-24 (FIN-219): second version, at the constant rates of the plan, from what the new layer makes of subscriptions and
-- licences, so that both agree to the cent. One row a customer and month with the product lines as columns: support's tiers, the ARR
-- bridge and the account list take it from here, since nobody wanted to pivot it again (REP-80).
SELECT Z.cust_id
     , Z.month_dt
     , SUM(CASE WHEN Z.product_line = 'cloud' THEN Z.mrr_usd ELSE 0 END)        AS cloud_mrr_usd
     , SUM(CASE WHEN Z.product_line = 'addon' THEN Z.mrr_usd ELSE 0 END)        AS addon_mrr_usd
     , SUM(CASE WHEN Z.product_line = 'self_managed' THEN Z.mrr_usd ELSE 0 END) AS server_mrr_usd
     , SUM(Z.mrr_usd)                                                   AS mrr_usd
     , SUM(Z.seats)                                                     AS seats
     , SUM(Z.contracts)                                                 AS contracts
  FROM (
        SELECT I.account_id                                             AS cust_id
             , I.month_start                                            AS month_dt
             , I.product_line
             , I.mrr_usd
             , I.seats
             , I.contracts
          FROM {{ ref('fct_account_mrr_monthly') }} I
       ) Z
 GROUP BY Z.cust_id
     , Z.month_dt
