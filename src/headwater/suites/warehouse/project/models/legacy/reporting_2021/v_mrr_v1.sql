{{ config(materialized='table') }}

-- IC 2021-03-18: RECURRING REVENUE BY CUSTOMER AND MONTH, FIRST VERSION.
-- AT THE AVERAGE RATE OF THE MONTH (SO IT MOVES WITH THE EURO). LIST PRICE TIMES SEATS, LESS THE COUPON.
-- SERVER SUBSCRIPTIONS ARE LEFT OUT, THEIR LICENCES COUNT. ADD-ONS ARE IN.
SELECT Z.cust_id
     , Z.month_dt
     , SUM(CASE WHEN Z.kind = 'cloud' THEN Z.mrr_usd ELSE 0 END)         AS cloud_mrr_usd
     , SUM(CASE WHEN Z.kind = 'add-on' THEN Z.mrr_usd ELSE 0 END)        AS addon_mrr_usd
     , SUM(CASE WHEN Z.kind = 'server' THEN Z.mrr_usd ELSE 0 END)        AS server_mrr_usd
     , SUM(Z.mrr_usd)                                                   AS mrr_usd
     , SUM(Z.seats)                                                     AS seats
     , COUNT(*)                                                         AS contracts
  FROM (
        SELECT M.cust_id_v1                                             AS cust_id
             , M.month_dt
             , P.revenue_kind                                           AS kind
             , CASE WHEN P.revenue_kind = 'cloud' THEN M.seats ELSE 0 END AS seats
             , {{ legacy_usd('M.seats * P.month_price * (1 - M.percent_off / 100)', 'R.average_rate') }} AS mrr_usd
          FROM {{ ref('tmp_sub_months') }} M
         INNER JOIN {{ ref('base_prices') }} P
            ON P.price_id = M.price_id
         INNER JOIN {{ ref('base_rates_month') }} R
            ON R.currency = P.currency
           AND R.month_dt = M.month_dt
         WHERE M.pays = 'Y'
           AND P.revenue_kind IN ('cloud', 'add-on')
         UNION ALL
        SELECT L.cust_id_v1
             , L.month_dt
             , 'server'
             , L.seats
             , {{ legacy_usd('L.month_value', 'R.average_rate') }}
          FROM {{ ref('tmp_lic_months') }} L
         INNER JOIN {{ ref('base_rates_month') }} R
            ON R.currency = L.currency
           AND R.month_dt = L.month_dt
       ) Z
 GROUP BY Z.cust_id
     , Z.month_dt
