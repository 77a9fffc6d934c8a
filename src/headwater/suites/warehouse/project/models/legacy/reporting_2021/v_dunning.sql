{{ config(materialized='table') }}

-- IC 2021-09-27: INVOICES WHOSE FIRST TRY FAILED, AND HOW IT ENDED. ONE ROW AN INVOICE.
-- STEPS: THE PROVIDER TRIES AGAIN AFTER 3, 8 AND 15 DAYS. WE CALL AFTER THE SECOND FAILURE IF THE INVOICE IS ABOVE 1,000 DOLLARS.
SELECT X.inv_id
     , X.cust_id_v2                                                     AS cust_id
     , X.inv_kind
     , X.currency
     , X.gross_usd
     , X.inv_month
     , X.first_failure_dt
     , {{ legacy_month('X.first_failure_dt') }}                         AS failure_month
     , X.last_try_dt
     , X.tries
     , X.failures
     , X.first_failure_code
     , X.failure_codes
     , X.recovered_dt
     , CASE
           WHEN X.recovered_dt IS NOT NULL THEN {{ date_diff_days('X.first_failure_dt', 'X.recovered_dt') }}
       END                                                              AS days_to_recovery
     , CASE
           WHEN X.recovered_dt IS NOT NULL AND {{ date_diff_days('X.first_failure_dt', 'X.recovered_dt') }} <= 3 THEN 'first retry'
           WHEN X.recovered_dt IS NOT NULL AND {{ date_diff_days('X.first_failure_dt', 'X.recovered_dt') }} <= 8 THEN 'second retry'
           WHEN X.recovered_dt IS NOT NULL AND {{ date_diff_days('X.first_failure_dt', 'X.recovered_dt') }} <= 15 THEN 'third retry'
           WHEN X.recovered_dt IS NOT NULL THEN 'later'
           WHEN X.inv_status = 'uncollectible' THEN 'written off'
           WHEN X.inv_status = 'void' THEN 'void'
           ELSE 'open'
       END                                                              AS ending
     , {{ legacy_flag('X.failures >= 2 AND X.gross_usd > 1000') }}      AS was_called
     , S.sub_ended
  FROM (
        SELECT P.inv_id
             , I.cust_id_v2
             , I.sub_id
             , I.inv_kind
             , I.inv_status
             , I.currency
             , I.gross_usd
             , I.inv_month
             , MIN(CASE WHEN P.pay_status = 'failed' THEN P.pay_dt END) AS first_failure_dt
             , MAX(P.pay_dt)                                            AS last_try_dt
             , COUNT(*)                                                 AS tries
             , SUM(CASE WHEN P.pay_status = 'failed' THEN 1 ELSE 0 END) AS failures
             , MIN(CASE WHEN P.try_no = 1 THEN P.failure_code END)      AS first_failure_code
             , COUNT(DISTINCT P.failure_code)                           AS failure_codes
             , MIN(CASE WHEN P.is_ok = 'Y' AND P.try_no > 1 THEN P.pay_dt END) AS recovered_dt
          FROM {{ ref('base_payments') }} P
         INNER JOIN {{ ref('base_invoices') }} I
            ON I.inv_id = P.inv_id
         GROUP BY P.inv_id
             , I.cust_id_v2
             , I.sub_id
             , I.inv_kind
             , I.inv_status
             , I.currency
             , I.gross_usd
             , I.inv_month
       ) X
  LEFT JOIN (
        SELECT sub_id
             , {{ legacy_flag("MAX(CASE WHEN event_type = 'canceled' THEN 1 ELSE 0 END) = 1") }} AS sub_ended
          FROM {{ ref('base_sub_events') }}
         GROUP BY sub_id
       ) S
    ON S.sub_id = X.sub_id
 WHERE X.first_failure_dt IS NOT NULL
