{{ config(materialized='table') }}

-- IC 2022-02-15: INDUSTRIES BY CALENDAR QUARTER, LAST MONTH OF IT. THE MARKETING TEAM USED IT TO CHOOSE TRADE FAIRS.
SELECT C.cal_quarter
     , A.industry
     , A.region
     , COUNT(*)                                                         AS customers
     , SUM(CASE WHEN K.customer_kind IN ('server', 'both') THEN 1 ELSE 0 END) AS with_server
     , SUM(CASE WHEN A.size_class = 'key account' THEN 1 ELSE 0 END)     AS key_accounts
     , SUM(K.seats)                                                     AS seats
     , SUM(COALESCE(M.mrr_usd, 0))                                      AS mrr_usd
     , SUM(COALESCE(U.people, 0))                                       AS people
     , SUM(COALESCE(U.runbooks, 0))                                     AS runbooks
     , SUM(COALESCE(T.tickets, 0))                                      AS tickets
     , SUM(COALESCE(T.defects, 0))                                      AS defects
     , {{ legacy_percent('SUM(COALESCE(U.people, 0))', 'SUM(K.seats)') }} AS people_per_100_seats
  FROM {{ ref('v_customers') }} K
 INNER JOIN {{ ref('base_calendar') }} C
    ON C.month_dt = K.month_dt
   AND C.cal_month IN (3, 6, 9, 12)
 INNER JOIN {{ ref('base_accounts') }} A
    ON A.cust_id = K.cust_id
  LEFT JOIN {{ ref('v_mrr') }} M
    ON M.cust_id = K.cust_id
   AND M.month_dt = K.month_dt
  LEFT JOIN {{ ref('v_usage') }} U
    ON U.cust_id = K.cust_id
   AND U.month_dt = K.month_dt
  LEFT JOIN (
        SELECT cust_id
             , created_month
             , COUNT(*)                                                 AS tickets
             , SUM(CASE WHEN topic = 'defect' THEN 1 ELSE 0 END)         AS defects
          FROM {{ ref('base_tickets') }}
         WHERE is_spam = 'N'
           AND cust_id IS NOT NULL
         GROUP BY cust_id
             , created_month
       ) T
    ON T.cust_id = K.cust_id
   AND T.created_month = K.month_dt
 GROUP BY C.cal_quarter
     , A.industry
     , A.region
