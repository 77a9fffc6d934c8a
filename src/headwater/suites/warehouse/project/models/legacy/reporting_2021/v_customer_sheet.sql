{{ config(materialized='table') }}

-- IC 2021-08-30: THE SHEET THAT CUSTOMER SUCCESS PRINTED. ONE LINE A CUSTOMER, AS OF TODAY.
SELECT A.cust_id
     , A.cust_name
     , A.country
     , A.region
     , A.size_class
     , A.industry
     , A.account_kind
     , A.created_dt
     , A.deleted_dt
     , F.first_sub_dt
     , F.first_trial_dt
     , F.first_payment_dt
     , F.first_licence_dt
     , F.first_ticket_dt
     , F.first_use_dt
     , F.days_to_first_payment
     , COALESCE(M.mrr_usd, 0)                                           AS mrr_usd
     , COALESCE(M.seats, 0)                                             AS seats
     , COALESCE(I.invoiced_usd, 0)                                      AS invoiced_usd
     , COALESCE(I.invoices, 0)                                          AS invoices
     , COALESCE(P.paid_usd, 0)                                          AS paid_usd
     , COALESCE(P.failed_tries, 0)                                      AS failed_tries
     , COALESCE(B.given_back_usd, 0)                                    AS given_back_usd
     , COALESCE(T.tickets, 0)                                           AS tickets
     , COALESCE(T.tickets_12m, 0)                                       AS tickets_12m
     , COALESCE(T.open_tickets, 0)                                      AS open_tickets
     , COALESCE(T.good_marks, 0)                                        AS good_marks
     , COALESCE(T.marks, 0)                                             AS marks
     , COALESCE(U.people_last_month, 0)                                 AS people_last_month
     , COALESCE(U.actions_last_month, 0)                                AS actions_last_month
     , COALESCE(D.deals_won, 0)                                         AS deals_won
     , COALESCE(D.deals_open, 0)                                        AS deals_open
     , CASE
           WHEN A.deleted_dt IS NOT NULL THEN 'gone'
           WHEN COALESCE(M.mrr_usd, 0) > 0 AND COALESCE(U.people_last_month, 0) = 0 AND COALESCE(M.server_mrr_usd, 0) = 0 THEN 'pays and does not use'
           WHEN COALESCE(M.mrr_usd, 0) > 0 THEN 'pays'
           WHEN F.first_payment_dt IS NOT NULL THEN 'paid once'
           WHEN F.first_trial_dt IS NOT NULL THEN 'tried'
           ELSE 'free'
       END                                                              AS state
  FROM {{ ref('base_accounts') }} A
 INNER JOIN {{ ref('tmp_cust_first') }} F
    ON F.cust_id = A.cust_id
  LEFT JOIN {{ ref('v_mrr') }} M
    ON M.cust_id = A.cust_id
   AND M.month_dt = {{ month_start(as_of()) }}
  LEFT JOIN (
        SELECT cust_id_v2                                               AS cust_id
             , SUM(gross_usd)                                           AS invoiced_usd
             , COUNT(*)                                                 AS invoices
          FROM {{ ref('base_invoices') }}
         WHERE is_billed = 'Y'
         GROUP BY cust_id_v2
       ) I
    ON I.cust_id = A.cust_id
  LEFT JOIN (
        SELECT cust_id_v2                                               AS cust_id
             , SUM(CASE WHEN is_ok = 'Y' THEN amount_usd ELSE 0 END)     AS paid_usd
             , SUM(CASE WHEN pay_status = 'failed' THEN 1 ELSE 0 END)    AS failed_tries
          FROM {{ ref('base_payments') }}
         GROUP BY cust_id_v2
       ) P
    ON P.cust_id = A.cust_id
  LEFT JOIN (
        SELECT cust_id_v2                                               AS cust_id
             , SUM(amount_usd)                                          AS given_back_usd
          FROM {{ ref('base_refunds') }}
         WHERE back_kind <> 'dispute'
         GROUP BY cust_id_v2
       ) B
    ON B.cust_id = A.cust_id
  LEFT JOIN (
        SELECT T.cust_id
             , COUNT(*)                                                 AS tickets
             , SUM(CASE WHEN T.created_dt > {{ to_date(date_add_months(as_of(), -12)) }} THEN 1 ELSE 0 END) AS tickets_12m
             , SUM(CASE WHEN T.status NOT IN ('solved', 'closed') THEN 1 ELSE 0 END) AS open_tickets
             , SUM(COALESCE(R.is_good, 0))                              AS good_marks
             , COUNT(R.ticket_id)                                       AS marks
          FROM {{ ref('base_tickets') }} T
          LEFT JOIN {{ ref('base_ratings') }} R
            ON R.ticket_id = T.ticket_id
         WHERE T.is_spam = 'N'
           AND T.is_merged = 'N'
         GROUP BY T.cust_id
       ) T
    ON T.cust_id = A.cust_id
  LEFT JOIN (
        SELECT cust_id
             , SUM(people)                                              AS people_last_month
             , SUM(actions)                                             AS actions_last_month
          FROM {{ ref('v_usage') }}
         WHERE month_dt = {{ month_start(as_of()) }}
         GROUP BY cust_id
       ) U
    ON U.cust_id = A.cust_id
  LEFT JOIN (
        SELECT cust_id
             , SUM(CASE WHEN deal_state = 'won' THEN 1 ELSE 0 END)       AS deals_won
             , SUM(CASE WHEN deal_state = 'open' THEN 1 ELSE 0 END)      AS deals_open
          FROM {{ ref('base_deals') }}
         WHERE cust_id IS NOT NULL
         GROUP BY cust_id
       ) D
    ON D.cust_id = A.cust_id
