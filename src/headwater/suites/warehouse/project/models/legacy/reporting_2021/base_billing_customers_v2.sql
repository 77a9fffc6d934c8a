{{ config(materialized='table') }}

-- TW 2022-06-21 (REP-58): licences and the owner's address as well, in this order. Same answer as the new
-- int_billing_customer_accounts, which has replaced it everywhere except here.
SELECT C.customer_id                                                    AS bill_id
     , COALESCE(A.cust_id, W.cust_id, L.cust_id, O.cust_id, '(unknown)') AS cust_id
     , CASE
           WHEN A.cust_id IS NOT NULL THEN 'note'
           WHEN W.cust_id IS NOT NULL THEN 'workspace'
           WHEN L.cust_id IS NOT NULL THEN 'licence'
           WHEN O.cust_id IS NOT NULL THEN 'mail'
           ELSE 'none'
       END                                                              AS matched_how
     , C.email                                                          AS bill_mail
     , C.currency
     , C.country_code                                                   AS bill_country
     , C.tax_status
     , CAST(C.created_at AS DATE)                                       AS created_dt
  FROM {{ ref('stg_billing__customers') }} C
  LEFT JOIN {{ ref('base_accounts') }} A
    ON A.cust_id = C.account_id
  LEFT JOIN (
        SELECT Z.customer_id
             , Z.cust_id
          FROM (
                SELECT S.customer_id
                     , B.cust_id
                     , ROW_NUMBER() OVER (PARTITION BY S.customer_id ORDER BY S.started_at, B.cust_id) AS rn
                  FROM {{ ref('stg_billing__subscriptions') }} S
                 INNER JOIN {{ ref('base_workspaces') }} B
                    ON B.ws_id = S.workspace_id
               ) Z
         WHERE Z.rn = 1
       ) W
    ON W.customer_id = C.customer_id
  LEFT JOIN (
        SELECT Z.customer_id
             , Z.cust_id
          FROM (
                SELECT I.customer_id
                     , K.account_id                                     AS cust_id
                     , ROW_NUMBER() OVER (PARTITION BY I.customer_id ORDER BY I.created_at, K.account_id) AS rn
                  FROM {{ ref('stg_billing__invoices') }} I
                 INNER JOIN {{ ref('stg_licensing__licenses') }} K
                    ON K.license_id = I.license_id
                 WHERE K.account_id IS NOT NULL
               ) Z
         WHERE Z.rn = 1
       ) L
    ON L.customer_id = C.customer_id
  LEFT JOIN (
        SELECT Z.customer_id
             , Z.cust_id
          FROM (
                SELECT D.customer_id
                     , B.cust_id
                     , ROW_NUMBER() OVER (PARTITION BY D.customer_id ORDER BY B.created_at, B.cust_id) AS rn
                  FROM {{ ref('stg_billing__customers') }} D
                 INNER JOIN {{ ref('base_users') }} U
                    ON U.mail = D.email
                 INNER JOIN {{ ref('base_accounts') }} B
                    ON B.owner_id = U.user_id
               ) Z
         WHERE Z.rn = 1
       ) O
    ON O.customer_id = C.customer_id
