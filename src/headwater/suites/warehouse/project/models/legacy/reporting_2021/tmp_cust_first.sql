-- IC 2021-04-20: THE FIRST TIME OF EVERYTHING, BY CUSTOMER. USED IN TOO MANY PLACES TO BE DELETED.
SELECT A.cust_id
     , A.created_dt                                                     AS first_seen_dt
     , A.first_ws_dt
     , S.first_sub_dt
     , S.first_trial_dt
     , I.first_invoice_dt
     , I.first_invoice_usd
     , P.first_payment_dt
     , L.first_licence_dt
     , T.first_ticket_dt
     , U.first_use_dt
     , CASE
           WHEN P.first_payment_dt IS NOT NULL THEN {{ date_diff_days('A.created_dt', 'P.first_payment_dt') }}
       END                                                              AS days_to_first_payment
  FROM {{ ref('base_accounts') }} A
  LEFT JOIN (
        SELECT cust_id_v2                                               AS cust_id
             , MIN(start_dt)                                            AS first_sub_dt
             , MIN(CASE WHEN had_trial = 'Y' THEN start_dt END)          AS first_trial_dt
          FROM {{ ref('base_subs') }}
         GROUP BY cust_id_v2
       ) S
    ON S.cust_id = A.cust_id
  LEFT JOIN (
        SELECT Z.cust_id
             , Z.inv_dt                                                 AS first_invoice_dt
             , Z.gross_usd                                              AS first_invoice_usd
          FROM (
                SELECT cust_id_v2                                       AS cust_id
                     , inv_dt
                     , gross_usd
                     , ROW_NUMBER() OVER (PARTITION BY cust_id_v2 ORDER BY inv_dt, inv_id) AS rn
                  FROM {{ ref('base_invoices') }}
                 WHERE is_billed = 'Y'
               ) Z
         WHERE Z.rn = 1
       ) I
    ON I.cust_id = A.cust_id
  LEFT JOIN (
        SELECT cust_id_v2                                               AS cust_id
             , MIN(pay_dt)                                              AS first_payment_dt
          FROM {{ ref('base_payments') }}
         WHERE is_ok = 'Y'
         GROUP BY cust_id_v2
       ) P
    ON P.cust_id = A.cust_id
  LEFT JOIN (
        SELECT cust_id_v2                                               AS cust_id
             , MIN(start_dt)                                            AS first_licence_dt
          FROM {{ ref('base_licences') }}
         WHERE is_paid = 'Y'
         GROUP BY cust_id_v2
       ) L
    ON L.cust_id = A.cust_id
  LEFT JOIN (
        SELECT cust_id
             , MIN(created_dt)                                          AS first_ticket_dt
          FROM {{ ref('base_tickets') }}
         WHERE is_spam = 'N'
         GROUP BY cust_id
       ) T
    ON T.cust_id = A.cust_id
  LEFT JOIN (
        SELECT cust_id
             , MIN(use_dt)                                              AS first_use_dt
          FROM {{ ref('base_usage_days') }}
         GROUP BY cust_id
       ) U
    ON U.cust_id = A.cust_id
