{{ config(materialized='table') }}

-- IC 2021-04-26: WHAT WAS OPEN AT THE END OF EACH MONTH, INVOICE BY INVOICE, IN ITS CURRENCY AND WITH VAT.
-- PAID AND CREDITED UP TO THE LAST DAY OF THE MONTH. A VOID INVOICE IS OPEN UNTIL THE DAY IT WAS VOIDED; ONE THAT WAS WRITTEN OFF
-- UNTIL 90 DAYS AFTER IT WAS DUE.
SELECT Y.month_dt
     , Y.month_end_dt
     , Y.inv_id
     , Y.cust_id_v1
     , Y.cust_id_v2
     , Y.inv_kind
     , Y.inv_status
     , Y.inv_dt
     , Y.due_dt
     , Y.currency
     , Y.gross
     , Y.paid
     , Y.credited
     , Y.gross - Y.paid - Y.credited                                    AS open_amount
     , {{ date_diff_days('Y.due_dt', 'Y.month_end_dt') }}               AS days_late
  FROM (
        SELECT C.month_dt
             , C.month_end_dt
             , I.inv_id
             , I.cust_id_v1
             , I.cust_id_v2
             , I.inv_kind
             , I.inv_status
             , I.inv_dt
             , COALESCE(I.due_dt, I.inv_dt)                             AS due_dt
             , I.currency
             , I.gross
             , COALESCE(SUM(CASE WHEN P.pay_dt <= C.month_end_dt THEN P.amount END), 0) AS paid
             , COALESCE(MAX(CASE WHEN N.credit_dt <= C.month_end_dt THEN N.credited END), 0) AS credited
          FROM {{ ref('base_invoices') }} I
         INNER JOIN {{ ref('base_calendar') }} C
            ON C.month_end_dt >= I.inv_dt
           AND C.month_end_dt < COALESCE(
                   I.void_dt
                 , CASE
                       WHEN I.inv_status = 'uncollectible'
                       THEN {{ to_date(date_add_days('COALESCE(I.due_dt, I.inv_dt)', 90)) }}
                   END
                 , CASE WHEN I.inv_status = 'paid' THEN {{ legacy_months_later('COALESCE(I.paid_dt, I.inv_dt)', 1) }} END
                 , DATE '9999-12-31'
               )
          LEFT JOIN {{ ref('base_payments') }} P
            ON P.inv_id = I.inv_id
           AND P.is_ok = 'Y'
          LEFT JOIN (
                SELECT inv_id
                     , MIN(back_dt)                                     AS credit_dt
                     , SUM(amount)                                      AS credited
                  FROM {{ ref('base_refunds') }}
                 WHERE back_kind = 'credit note'
                 GROUP BY inv_id
               ) N
            ON N.inv_id = I.inv_id
         GROUP BY C.month_dt
             , C.month_end_dt
             , I.inv_id
             , I.cust_id_v1
             , I.cust_id_v2
             , I.inv_kind
             , I.inv_status
             , I.inv_dt
             , COALESCE(I.due_dt, I.inv_dt)
             , I.currency
             , I.gross
       ) Y
 WHERE Y.gross - Y.paid - Y.credited > 0
