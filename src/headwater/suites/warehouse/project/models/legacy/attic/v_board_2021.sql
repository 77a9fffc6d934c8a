{{ config(materialized='table') }}

-- IC 2022-01-18: THE NUMBERS OF 2021 AS THE BOARD SAW THEM, BY QUARTER. KEPT FOR THE AUDIT OF FY22. DO NOT CHANGE, DO NOT READ.
-- TRIALS ARE IN, DEMO ACCOUNTS ARE IN, VAT IS IN. THE CUSTOMERS ARE THOSE OF THE QUARTER'S LAST MONTH.
SELECT C.cal_quarter
     , MAX(C.month_dt)                                                  AS last_month_dt
     , SUM(CASE WHEN C.cal_month IN (3, 6, 9, 12) THEN COALESCE(K.customers, 0) ELSE 0 END)       AS customers
     , SUM(CASE WHEN C.cal_month IN (3, 6, 9, 12) THEN COALESCE(K.trials, 0) ELSE 0 END)          AS of_which_trials
     , SUM(CASE WHEN C.cal_month IN (3, 6, 9, 12) THEN COALESCE(K.demo, 0) ELSE 0 END)            AS of_which_demo
     , SUM(CASE WHEN C.cal_month IN (3, 6, 9, 12) THEN COALESCE(M.mrr_usd, 0) ELSE 0 END)         AS mrr_usd
     , SUM(COALESCE(R.revenue_usd, 0))                                  AS revenue_with_vat_usd
     , SUM(COALESCE(R.vat_in_it_usd, 0))                                AS vat_in_it_usd
     , SUM(COALESCE(P.paid_usd, 0))                                     AS paid_usd
     , SUM(COALESCE(T.tickets, 0))                                      AS tickets
  FROM {{ ref('base_calendar') }} C
  LEFT JOIN (
        SELECT month_dt
             , COUNT(*)                                                 AS customers
             , SUM(CASE WHEN customer_kind = 'trial' THEN 1 ELSE 0 END) AS trials
             , SUM(CASE WHEN account_kind = 'demo' THEN 1 ELSE 0 END)   AS demo
          FROM {{ ref('v_customers_v1') }}
         GROUP BY month_dt
       ) K
    ON K.month_dt = C.month_dt
  LEFT JOIN (
        SELECT month_dt
             , SUM(mrr_usd)                                             AS mrr_usd
          FROM {{ ref('v_mrr_v1') }}
         GROUP BY month_dt
       ) M
    ON M.month_dt = C.month_dt
  LEFT JOIN (
        SELECT month_dt
             , SUM(revenue_usd)                                         AS revenue_usd
             , SUM(vat_in_it_usd)                                       AS vat_in_it_usd
          FROM {{ ref('v_revenue_v1') }}
         GROUP BY month_dt
       ) R
    ON R.month_dt = C.month_dt
  LEFT JOIN (
        SELECT pay_month                                                AS month_dt
             , SUM(amount_usd)                                          AS paid_usd
          FROM {{ ref('base_payments') }}
         WHERE is_ok = 'Y'
         GROUP BY pay_month
       ) P
    ON P.month_dt = C.month_dt
  LEFT JOIN (
        SELECT month_dt
             , SUM(tickets)                                             AS tickets
          FROM {{ ref('v_tickets_v1') }}
         GROUP BY month_dt
       ) T
    ON T.month_dt = C.month_dt
 WHERE C.cal_year = 2021
 GROUP BY C.cal_quarter
