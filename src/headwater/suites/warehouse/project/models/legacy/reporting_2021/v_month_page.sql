{{ config(materialized='table') }}

-- IC 2021-04-30: "THE PAGE". ONE LINE A MONTH, EVERYTHING THAT HAS EVER BEEN ASKED FOR. PLEASE DO NOT ADD MORE.
-- TW 2023-05-09: added the basis of revenue, because people compared April with May.
-- TODO TW 2023-06: split this into the new reports and turn it off (REP-80). Nobody has.
SELECT C.month_dt
     , C.cal_quarter
     , C.is_closed
     , COALESCE(K.customers, 0)                                         AS customers
     , COALESCE(K.customers_cloud, 0)                                   AS customers_cloud
     , COALESCE(K.customers_server, 0)                                  AS customers_server
     , COALESCE(K.customers_trial, 0)                                   AS customers_trial
     , COALESCE(M.mrr_usd, 0)                                           AS mrr_usd
     , COALESCE(M.server_mrr_usd, 0)                                    AS server_mrr_usd
     , COALESCE(V.new_usd, 0)                                           AS mrr_new_usd
     , COALESCE(V.lost_usd, 0)                                          AS mrr_lost_usd
     , COALESCE(R.revenue_usd, 0)                                       AS revenue_usd
     , CASE WHEN C.month_dt < {{ legacy_cutover('revenue') }} THEN 'gross' ELSE 'net' END AS revenue_basis
     , COALESCE(P.paid_usd, 0)                                          AS paid_usd
     , COALESCE(O.open_usd, 0)                                          AS open_usd
     , COALESCE(O.late_usd, 0)                                          AS late_usd
     , COALESCE(T.tickets, 0)                                           AS tickets
     , COALESCE(U.people, 0)                                            AS people
     , COALESCE(U.customers_using, 0)                                   AS customers_using
     , COALESCE(L.licences, 0)                                          AS licences
     , COALESCE(S.trials, 0)                                            AS trials
     , {{ legacy_percent('COALESCE(U.customers_using, 0)', 'K.customers') }} AS using_percent
  FROM {{ ref('base_calendar') }} C
  LEFT JOIN (
        SELECT month_dt
             , COUNT(*)                                                 AS customers
             , SUM(CASE WHEN customer_kind IN ('cloud', 'both') THEN 1 ELSE 0 END)  AS customers_cloud
             , SUM(CASE WHEN customer_kind IN ('server', 'both') THEN 1 ELSE 0 END) AS customers_server
             , SUM(CASE WHEN customer_kind = 'trial' THEN 1 ELSE 0 END) AS customers_trial
          FROM {{ ref('v_customers') }}
         GROUP BY month_dt
       ) K
    ON K.month_dt = C.month_dt
  LEFT JOIN (
        SELECT month_dt
             , SUM(mrr_usd)                                             AS mrr_usd
             , SUM(server_mrr_usd)                                      AS server_mrr_usd
          FROM {{ ref('v_mrr') }}
         GROUP BY month_dt
       ) M
    ON M.month_dt = C.month_dt
  LEFT JOIN (
        SELECT month_dt
             , SUM(CASE WHEN move IN ('new', 'back') THEN change_usd ELSE 0 END) AS new_usd
             , SUM(CASE WHEN move = 'lost' THEN change_usd ELSE 0 END)  AS lost_usd
          FROM {{ ref('v_mrr_moves') }}
         GROUP BY month_dt
       ) V
    ON V.month_dt = C.month_dt
  LEFT JOIN (
        SELECT month_dt
             , SUM(revenue_usd)                                         AS revenue_usd
          FROM {{ ref('v_revenue') }}
         GROUP BY month_dt
       ) R
    ON R.month_dt = C.month_dt
  LEFT JOIN (
        SELECT month_dt
             , SUM(paid_usd)                                            AS paid_usd
          FROM {{ ref('v_payments') }}
         GROUP BY month_dt
       ) P
    ON P.month_dt = C.month_dt
  LEFT JOIN (
        SELECT month_dt
             , SUM(open_usd)                                            AS open_usd
             , SUM(CASE WHEN age <> 'not due' THEN open_usd ELSE 0 END) AS late_usd
          FROM {{ ref('v_open_items') }}
         GROUP BY month_dt
       ) O
    ON O.month_dt = C.month_dt
  LEFT JOIN (
        SELECT month_dt
             , SUM(tickets)                                             AS tickets
          FROM {{ ref('v_tickets') }}
         GROUP BY month_dt
       ) T
    ON T.month_dt = C.month_dt
  LEFT JOIN (
        SELECT month_dt
             , SUM(people)                                              AS people
             , COUNT(DISTINCT cust_id)                                  AS customers_using
          FROM {{ ref('v_usage') }}
         GROUP BY month_dt
       ) U
    ON U.month_dt = C.month_dt
  LEFT JOIN (
        SELECT month_dt
             , SUM(CASE WHEN edition IN ('Professional', 'Enterprise') THEN licences ELSE 0 END) AS licences
          FROM {{ ref('v_licences') }}
         GROUP BY month_dt
       ) L
    ON L.month_dt = C.month_dt
  LEFT JOIN (
        SELECT month_dt
             , SUM(trials)                                              AS trials
          FROM {{ ref('v_trials') }}
         GROUP BY month_dt
       ) S
    ON S.month_dt = C.month_dt
